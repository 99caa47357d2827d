// What the Glibc module leaves out.
#include <sys/pidfd.h>
