#include "cli/contest/contest_input.h"

#include "base/mem.h"
#include "cli/result.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the environment ------------------------------------------------------ */

/* Seconds of the budget that are kept for the start and the last lines. */
static const double RESERVE_SECONDS = 5;

static bool number_from(const char *name, double *value, struct diag *diag)
{
    const char *const text = getenv(name);
    char *end;

    if (!text || !*text)
        return true;
    *value = strtod(text, &end);
    return (*end == '\0' && *value > 0) ||
           diag_usage(diag, "%s is '%.80s', which is no positive number", name,
                      text);
}

const struct contest_input_row *contest_input_find(const char *name)
{
    static const struct contest_input_row rows[] = {
        {"ReachabilityDeadlock", CONTEST_INPUT_DEADLOCK, NULL, false},
        {"ReachabilityFireability", CONTEST_INPUT_FORMULAS, NULL, false},
        {"ReachabilityCardinality", CONTEST_INPUT_FORMULAS, NULL, false},
        {"LTLCardinality", CONTEST_INPUT_FORMULAS, NULL, false},
        {"LTLFireability", CONTEST_INPUT_FORMULAS, NULL, false},
        {"CTLCardinality", CONTEST_INPUT_FORMULAS, NULL, false},
        {"CTLFireability", CONTEST_INPUT_FORMULAS, NULL, false},
        {"UpperBounds", CONTEST_INPUT_FORMULAS, NULL, false},
        {"OneSafe", CONTEST_INPUT_SAFE, NULL, false},
        {"QuasiLiveness", CONTEST_INPUT_TRANSITIONS, NULL, false},
        {"Liveness", CONTEST_INPUT_LIVE, NULL, false},
        {"StableMarking", CONTEST_INPUT_PLACES, NULL, false},
        {"StateSpace", CONTEST_INPUT_STATES, NULL, false},
        {"QuasiLivenessAll", CONTEST_INPUT_TRANSITIONS, "QLIVE t", false},
        {"StableMarkingAll", CONTEST_INPUT_PLACES, "STABLE p", false},
        {"UpperBoundsAll", CONTEST_INPUT_PLACES, "BOUND p", true},
    };

    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            return &rows[i];
    return NULL;
}

bool contest_input_read(struct contest_input *input, struct diag *diag)
{
    double seconds = 0, megabytes = 0;

    if (!input->examination)
        input->examination = getenv("BK_EXAMINATION");
    if (!input->examination)
        return diag_usage(
            diag,
            "--mcc needs --examination, or BK_EXAMINATION in the environment");
    input->row = contest_input_find(input->examination);
    if (!number_from("BK_TIME_CONFINEMENT", &seconds, diag) ||
        !number_from("BK_MEMORY_CONFINEMENT", &megabytes, diag))
        return false;
    if (input->seconds <= 0 && seconds > 0)
        input->seconds = seconds > 2 * RESERVE_SECONDS
                             ? seconds - RESERVE_SECONDS
                             : seconds / 2;
    if (!input->bytes)
        input->bytes = (uint64_t)(megabytes * 1048576);
    return true;
}

/* --- the folder ----------------------------------------------------------- */

static char *path_of(const struct contest_input *input, const char *name,
                     const char *end)
{
    const size_t cap = strlen(input->folder) + strlen(name) + strlen(end) + 2;
    char *path = mem_alloc(cap, 1);

    (void)snprintf(path, cap, "%s/%s%s", input->folder, name, end);
    return path;
}

/* Does a file of the folder contain the text?  False when there is none. */
static bool file_has(const struct contest_input *input, const char *name,
                     const char *text)
{
    char *path = path_of(input, name, "");
    FILE *const file = fopen(path, "r");
    char line[512];
    bool has = false;

    mem_free(path);
    if (!file)
        return false;
    while (!has && fgets(line, sizeof line, file))
        has = strstr(line, text) != NULL;
    (void)fclose(file);
    return has;
}

bool contest_input_has_net(const struct contest_input *input, struct diag *diag)
{
    char *path = path_of(input, "model", ".pnml");
    const bool found =
        !access(path, R_OK) ||
        diag_input(diag, path, "cannot be opened: %s", strerror(errno));

    mem_free(path);
    return found;
}

bool contest_input_is_coloured(const struct contest_input *input)
{
    return file_has(input, "iscolored", "TRUE");
}

bool contest_input_says_safe(const struct contest_input *input)
{
    return file_has(input, "GenericPropertiesVerdict.xml",
                    "reference=\"SAFE\" value=\"true\"");
}

bool contest_input_counts(const punfpor_net *net)
{
    uint32_t p = 0;

    while (p < punfpor_net_given_places(net) &&
           punfpor_place_bound(net, p) == 1)
        p++;
    return p < punfpor_net_given_places(net);
}

/* Of a net with one token a place steps of resets are the only transitions
 * added that produce tokens. */
static bool has_resets(const punfpor_net *net)
{
    uint32_t n = 0;

    for (uint32_t t = punfpor_net_given_transitions(net);
         t < punfpor_net_transitions(net) && !n; t++)
        (void)punfpor_produces(net, t, &n);
    return n > 0;
}

/* The figures of a net with resets would count its steps. */
punfpor_net *contest_input_net(const struct contest_input *input,
                               struct diag *diag)
{
    char *path = path_of(input, "model", ".pnml");
    punfpor_error error = {0};
    const punfpor_load_options how = {
        .tokens = input->counts ? PUNFPOR_TOKENS_AUTO : 0};
    punfpor_net *net = punfpor_net_load_as(path, &how, &error);

    (void)result_is_ok(&error, diag);
    if (net && !contest_input_counts(net) && has_resets(net)) {
        (void)diag_input(
            diag, path,
            "the net has reset arcs, which the contest does not have");
        punfpor_net_destroy(net);
        net = NULL;
    }
    mem_free(path);
    return net;
}

punfpor_properties *contest_input_properties(const struct contest_input *input,
                                             const punfpor_net *net,
                                             struct diag *diag)
{
    char *path = path_of(input, input->examination, ".xml");
    punfpor_error error = {0};
    punfpor_properties *const properties =
        punfpor_properties_load(net, path, &error);

    mem_free(path);
    (void)result_is_ok(&error, diag);
    return properties;
}
