#include "../walls/kernel.h"
#include "../walls/walls.h"

typedef void *napi_env, *napi_value;

/* Functions of Node-API (https://nodejs.org/api/n-api.html). Node resolves them when it loads this addon. */
extern int napi_create_int32(napi_env, int, napi_value *);
extern int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
extern int napi_throw_error(napi_env, const char *code, const char *message);

static void add(napi_env env, napi_value exports, const char *name, int value) {
  napi_value number;
  napi_create_int32(env, value, &number);
  napi_set_named_property(env, exports, name, number);
}

/* Node calls this when it loads the addon. It exports the walls of this kernel: `landlock`, and 1 for `seccomp`, else 0. */
__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  struct walls walls = find_walls();
  if (CALL(__NR_prctl, PR_SET_DUMPABLE, 0, 0, 0))
    napi_throw_error(env, 0, "the kernel does not make this process undumpable");
  add(env, exports, "landlock", walls.landlock);
  add(env, exports, "seccomp", walls.seccomp);
  return exports;
}
