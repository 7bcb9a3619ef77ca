#include <asm/unistd.h>
#include <linux/prctl.h>
#include "../walls/system_call.h"

/* An error of Node-API (https://nodejs.org/api/n-api.html#napi_throw_error). Node resolves it when it loads this addon. */
extern int napi_throw_error(void *environment, const char *code, const char *message);

/* Node calls this when it loads the addon, which exports nothing. */
__attribute__((visibility("default"))) void *napi_register_module_v1(void *environment, void *exports) {
  if (system_call(__NR_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0, 0))
    napi_throw_error(environment, 0, "the kernel does not make this process undumpable");
  return exports;
}
