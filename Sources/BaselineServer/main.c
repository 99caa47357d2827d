// A line server in C, to be measured beside objwire: `BaselineServer [STORE]`.
#include "baseline.h"

int main(int count, char **arguments) {
  return baseline_serve(count > 1 ? arguments[1] : 0);
}
