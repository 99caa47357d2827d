// What the Glibc module leaves out.
#include <sys/pidfd.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <malloc.h>

// fcntl(2): sets the size of a pipe. <fcntl.h> keeps it for programs that ask for GNU's extensions.
#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#endif
