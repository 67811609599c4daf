/* control_group.h - the memory that Linux lets a control group use.
 *
 * A process is in one group of each hierarchy, which /proc/self/cgroup names:
 * "0::/user/shell" in version 2, "4:memory:/user/shell" in version 1.  The
 * limit of a group is a file of it below /sys/fs/cgroup.  A group can use no
 * more than the groups around it.  On systems without these files there is no
 * limit. */
#ifndef CONTROL_GROUP_H
#define CONTROL_GROUP_H

#include <stdint.h>

/* The least limit of the groups of this process, in bytes; UINT64_MAX: none.
 * root is the folder in which proc and sys are; "" for the system's. */
uint64_t control_group_memory(const char *root);

#endif
