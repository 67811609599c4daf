/* prefix_threads.c - what threads bring to the engine prefix.
 *
 *     PROGRAM NET RELATION ORDER THREADS
 *
 * Prints the events of the prefix, the seconds of the engine, the processor
 * seconds of all threads and of the leader, and the bytes of the process. */
#include "base/mem.h"
#include "base/system.h"
#include "engine/race/engines.h"
#include "engine/prefix/saturation.h"
#include "formats/net/registry.h"
#include "structure/safety.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_on(clockid_t clock)
{
    struct timespec t;

    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum engine_order order_of(const char *name)
{
    return strcmp(name, "size") == 0     ? ORDER_SIZE
           : strcmp(name, "parikh") == 0 ? ORDER_PARIKH
                                         : ORDER_FOATA;
}

static void run(const struct engine_problem *problem, uint32_t n_threads)
{
    const struct engine_limits limits = {.threads = n_threads};
    const double start = system_now();
    const double used = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
    const double alone = seconds_on(CLOCK_THREAD_CPUTIME_ID);
    struct answer answer;
    double leader, all;

    answer_init(&answer, 0);
    prefix_engine.run(problem, &limits, &answer);
    leader = seconds_on(CLOCK_THREAD_CPUTIME_ID) - alone;
    all = seconds_on(CLOCK_PROCESS_CPUTIME_ID) - used;
    printf("%llu %.4f %.4f %.4f %llu\n",
           (unsigned long long)answer.stats.at[PREFIX_histories],
           system_now() - start, all, leader,
           (unsigned long long)system_peak());
    answer_finish(&answer);
}

int main(int argc, char **argv)
{
    struct diag diag = {0};
    struct net *const net =
        argc >= 5 ? registry_read(argv[1], NULL, &diag) : NULL;
    struct weights weights = {0};
    struct exclusive exclusive = {0};

    if (!net) {
        fprintf(stderr, "%s\n", diag.text);
        return 2;
    }

    struct dep *const dep =
        dep_create(net, strcmp(argv[2], "read") == 0 ? DEP_READ : DEP_CLASSIC);

    if (safety_by_machines(net, &weights) ||
        safety_programs_prove(net, UINT64_C(20000000), NULL, &weights))
        safety_exclude(net, &weights, &exclusive);
    run(&(struct engine_problem){.net = net,
                                 .dep = dep,
                                 .exclusive = &exclusive,
                                 .unfolding.order = order_of(argv[3]),
                                 .unfolding.cutoffs = true},
        (uint32_t)strtoul(argv[4], NULL, 10));
    exclusive_finish(&exclusive);
    weights_finish(&weights);
    dep_destroy(dep);
    net_destroy(net);
    return 0;
}
