/* In the place of the native code in a Node process: `exports.targets` names the targets, `exports.report` gets the report. */
#include "attempts.h"

typedef void *Value;
extern int napi_get_named_property(void *environment, Value object, const char *name, Value *result);
extern int napi_set_named_property(void *environment, Value object, const char *name, Value value);
extern int napi_get_value_string_utf8(void *environment, Value value, char *text, unsigned long size, unsigned long *length);
extern int napi_create_string_utf8(void *environment, const char *text, unsigned long length, Value *result);

__attribute__((visibility("default"))) Value napi_register_module_v1(void *environment, Value exports) {
  static char path[4096];
  unsigned long length;
  Value text;
  napi_get_named_property(environment, exports, "targets", &text);
  napi_get_value_string_utf8(environment, text, path, sizeof path, &length);
  struct target target = read_targets(path, 0);
  const char *report = attempt_all(&target);
  napi_create_string_utf8(environment, report, length_of(report), &text);
  napi_set_named_property(environment, exports, "report", text);
  return exports;
}
