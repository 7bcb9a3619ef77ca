/*
 * An addon for Node (https://nodejs.org/api/n-api.html) by which a warm Node process, the zygote, forks a process for each
 * document. Forks take the zygote's compiled code and its modules over, so that they start in milliseconds. They begin behind
 * the zygote's walls, and may not fork again. They have one thread and no event loop.
 */
#include "../walls/kernel.h"
#include "../walls/walls.h"
#include "channel.h"
#include "share_mappings.h"

#define EXIT_NO_WALL 126
#define KILL_SIGNAL 9
/* The first descriptor after standard input, output and error, and the number that is higher than those of a warm Node. */
#define FIRST_DESCRIPTOR 3
#define MAX_DESCRIPTORS 1024

typedef void *napi_env, *napi_value, *napi_callback_info;
typedef napi_value (*function)(napi_env, napi_callback_info);

/* Node resolves these when it loads the addon. */
extern int napi_create_array(napi_env, napi_value *);
extern int napi_create_function(napi_env, const char *, unsigned long, function, void *, napi_value *);
extern int napi_create_int32(napi_env, int, napi_value *);
extern int napi_get_cb_info(napi_env, napi_callback_info, unsigned long *, napi_value *, napi_value *, void **);
extern int napi_get_typedarray_info(napi_env, napi_value, int *, unsigned long *, void **, napi_value *, unsigned long *);
extern int napi_get_undefined(napi_env, napi_value *);
extern int napi_get_value_int32(napi_env, napi_value, int *);
extern int napi_set_element(napi_env, napi_value, unsigned int, napi_value);
extern int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
/* The C library's, because it also prepares memory and locks for the new process. */
extern int fork(void);

#define MAX_ARGUMENTS 4

static void read_numbers(napi_env env, napi_callback_info info, int *numbers) {
  napi_value values[MAX_ARGUMENTS];
  unsigned long count = MAX_ARGUMENTS;
  napi_get_cb_info(env, info, &count, values, 0, 0);
  for (unsigned long i = 0; i < MAX_ARGUMENTS; i++) napi_get_value_int32(env, values[i], &numbers[i]);
}

static napi_value number(napi_env env, int value) {
  napi_value result;
  napi_create_int32(env, value, &result);
  return result;
}

/* createPair(): the descriptors of a pair of sockets, or a negative error number and undefined. */
static napi_value create_pair_for(napi_env env, napi_callback_info info) {
  (void)info;
  int pair[2] = {-1, -1}, error = create_pair(pair);
  napi_value result;
  napi_create_array(env, &result);
  napi_set_element(env, result, 0, number(env, error ? error : pair[0]));
  if (!error) napi_set_element(env, result, 1, number(env, pair[1]));
  return result;
}

/* send(channel, request, ...descriptors), where the request is a Uint8Array, with at most two descriptors: 0, or a negative error number. */
static napi_value send_for(napi_env env, napi_callback_info info) {
  napi_value values[MAX_ARGUMENTS];
  unsigned long count = MAX_ARGUMENTS, length = 0;
  int channel = -1, descriptors[MAX_SENT] = {-1, -1};
  void *request = 0;
  napi_get_cb_info(env, info, &count, values, 0, 0);
  napi_get_value_int32(env, values[0], &channel);
  napi_get_typedarray_info(env, values[1], 0, &length, &request, 0, 0);
  for (int i = 0; i < MAX_SENT; i++) napi_get_value_int32(env, values[2 + i], &descriptors[i]);
  return number(env, send_request(channel, request, length, descriptors));
}

static void leave(int code) {
  for (;;) CALL(__NR_exit_group, code, 0, 0, 0);
}

/* leave(code): ends this process at once. Node would wait for its threads, which a fork does not have. */
static napi_value leave_for(napi_env env, napi_callback_info info) {
  int numbers[MAX_ARGUMENTS] = {0};
  read_numbers(env, info, numbers);
  leave(numbers[0]);
  return 0;
}

/*
 * A fork could harm its zygote by the descriptors of the zygote's event loops, so each is replaced by an eventfd of the fork. They
 * are not closed, because the event loop of a fork, which never turns, is still woken, and Node aborts if it cannot be.
 */
static void replace_all_but(int descriptor) {
  int own = (int)CALL(__NR_eventfd2, 0, O_NONBLOCK | O_CLOEXEC, 0, 0);
  if (own < 0) leave(EXIT_NO_WALL);
  for (int other = FIRST_DESCRIPTOR; other < MAX_DESCRIPTORS; other++)
    if (other != descriptor && CALL(__NR_fcntl, other, F_GETFD, 0, 0) >= 0) CALL(__NR_dup3, own, other, O_CLOEXEC, 0);
  CALL(__NR_close_range, MAX_DESCRIPTORS, ~0U, 0, 0);
}

/* What a fork does first: it ends with the zygote, has no open file of the zygote but its standard ones, and its walls refuse further forks. */
static void begin_fork(int descriptor, int zygote) {
  struct exceptions none = {0};
  CALL(__NR_prctl, PR_SET_PDEATHSIG, KILL_SIGNAL, 0, 0);
  if (CALL(__NR_getppid, 0, 0, 0, 0) != zygote) leave(0);
  replace_all_but(descriptor);
  if (find_walls().seccomp && !filter_system_calls(&none)) leave(EXIT_NO_WALL);
}

/* Answers requests in the zygote. Returns the descriptor of a fork in that fork; -1 in the zygote when it would have to wait. */
static int serve(int channel, int may_wait) {
  int got, asked, descriptors[MAX_SENT], answer, zygote = (int)CALL(__NR_getpid, 0, 0, 0, 0);
  while ((got = receive_request(channel, &asked, sizeof asked, descriptors, may_wait)) > 0) {
    answer = 0;
    if (asked == ASK_FOR_FORK) {
      answer = fork();
      if (answer == 0) return begin_fork(descriptors[0], zygote), descriptors[0];
      CALL(__NR_close, descriptors[0], 0, 0, 0);
    } else if (asked != ASK_FOR_ANSWER) {
      CALL(__NR_wait4, asked, 0, 0, 0);
    }
    send_answer(channel, answer);
  }
  if (got != -EAGAIN) leave(0); /* the server has ended */
  return -1;
}

/*
 * fork(channel, mayWait), where mayWait is 1 or 0: in a fork the descriptor that it serves; in the zygote undefined, as soon as
 * nothing is asked for.
 */
static napi_value fork_for(napi_env env, napi_callback_info info) {
  int numbers[MAX_ARGUMENTS] = {0};
  napi_value undefined;
  read_numbers(env, info, numbers);
  /* Forks cannot read the memory of the zygote and of each other. */
  CALL(__NR_prctl, PR_SET_DUMPABLE, 0, 0, 0);
  share_mappings_with_forks();
  int descriptor = serve(numbers[0], numbers[1]);
  if (descriptor >= 0) return number(env, descriptor);
  napi_get_undefined(env, &undefined);
  return undefined;
}

static void add(napi_env env, napi_value exports, const char *name, function function) {
  napi_value value;
  napi_create_function(env, name, (unsigned long)-1, function, 0, &value);
  napi_set_named_property(env, exports, name, value);
}

/* Node calls this when it loads the addon. */
__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  add(env, exports, "createPair", create_pair_for);
  add(env, exports, "send", send_for);
  add(env, exports, "fork", fork_for);
  add(env, exports, "leave", leave_for);
  return exports;
}
