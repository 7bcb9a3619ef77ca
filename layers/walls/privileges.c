#include "kernel.h"
#include "walls.h"

void drop_privileges(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3];
  if (CALL(__NR_capget, &header, held, 0, 0) == 0) {
    for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
      unsigned int kept = i == 0 ? 1U << CAP_DAC_READ_SEARCH : 0;
      held[i].permitted &= kept, held[i].effective &= kept, held[i].inheritable = 0;
    }
    CALL(__NR_capset, &header, held, 0, 0);
  }
  CALL(__NR_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0);
}
