#include "kernel.h"
#include "walls.h"

/* Landlock's rights, by the version that brought them (Documentation/userspace-api/landlock.rst). */
#define READ_RIGHTS (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
/* Nothing is removed, so that the folder shows all that an engine has written. Whoever made the folder removes it. */
#define WRITE_RIGHTS (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR)
#define FIRST_RIGHTS ((LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1)
#define REFER_RIGHT (1ULL << 13)
#define TRUNCATE_RIGHT (1ULL << 14)
#define IOCTL_RIGHT (1ULL << 15)
#define TCP_RIGHTS 3
#define CONNECT_RIGHT 2
#define SCOPES 3

#define RULE_PATH 1
#define RULE_PORT 2

struct ruleset {
  unsigned long long files, network, scopes;
};

struct path_rule {
  unsigned long long access;
  int folder;
} __attribute__((packed));

struct port_rule {
  unsigned long long access, port;
};

static int version;

struct walls find_walls(void) {
  long found = CALL(__NR_landlock_create_ruleset, 0, 0, 1, 0);
  /* The kernel asks for the filter's address only if it can filter. */
  long filter = CALL(__NR_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0, 0);
  struct walls walls = {found > 0 ? (int)found : 0, filter == -EFAULT};
  return walls;
}

static unsigned long long file_rights(void) {
  unsigned long long rights = FIRST_RIGHTS;
  if (version >= 2) rights |= REFER_RIGHT;
  if (version >= 3) rights |= TRUNCATE_RIGHT;
  if (version >= 5) rights |= IOCTL_RIGHT;
  return rights;
}

static int create_ruleset(int landlock, unsigned long long network) {
  version = landlock;
  if (landlock < 1) return -1;
  struct ruleset handled = {file_rights(), landlock >= 4 ? network : 0, landlock >= 6 ? SCOPES : 0};
  unsigned long size = landlock >= 6 ? 24 : landlock >= 4 ? 16 : 8;
  return (int)CALL(__NR_landlock_create_ruleset, &handled, size, 0, 0);
}

int create_rules(int landlock) { return create_ruleset(landlock, TCP_RIGHTS); }

int create_rules_of_zygote(int landlock) { return create_ruleset(landlock, 0); }

void allow_path(int rules, const char *path, int access) {
  unsigned long long rights = 0;
  if (rules < 0) return;
  if (access & MAY_READ) rights |= READ_RIGHTS;
  if (access & MAY_EXECUTE) rights |= READ_RIGHTS | LANDLOCK_ACCESS_FS_EXECUTE;
  if (access & MAY_WRITE) rights |= READ_RIGHTS | WRITE_RIGHTS | TRUNCATE_RIGHT;
  struct path_rule rule = {rights & file_rights(), (int)CALL(__NR_open, path, O_PATH | O_CLOEXEC, 0, 0)};
  if (rule.folder < 0) return;
  /* A file has fewer rights than a folder, and the kernel refuses the others. */
  if (CALL(__NR_landlock_add_rule, rules, RULE_PATH, &rule, 0) == -EINVAL) {
    rule.access &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE_RIGHT;
    rule.access &= file_rights();
    CALL(__NR_landlock_add_rule, rules, RULE_PATH, &rule, 0);
  }
  CALL(__NR_close, rule.folder, 0, 0, 0);
}

void allow_port(int rules, unsigned int port) {
  struct port_rule rule = {CONNECT_RIGHT, port};
  if (rules >= 0 && version >= 4) CALL(__NR_landlock_add_rule, rules, RULE_PORT, &rule, 0);
}

int enforce_rules(int rules) {
  if (rules < 0) return version < 1;
  long refused = CALL(__NR_landlock_restrict_self, rules, 0, 0, 0);
  CALL(__NR_close, rules, 0, 0, 0);
  return refused == 0;
}
