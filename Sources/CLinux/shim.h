// What the Glibc module leaves out.
#include <sys/pidfd.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <malloc.h>
