/* json.h - everything about one run, for programs.
 *
 * The schema is in doc/FORMATS.md.  All keys are present; a key without a value
 * is null. */
#ifndef JSON_H
#define JSON_H

#include "base/diag.h"
#include "cli/compare.h"
#include "cli/result.h"

struct json_run {
    const char *file; /* of the net, as the user gave it */
    const punfpor_net *net;
    const punfpor *problem; /* its options and questions */
    const struct result *result;
    const struct compare *compare; /* NULL: there is none */
};

/* Writes to the file path, "-" for standard output. */
bool json_write(const struct json_run *run, const char *path,
                struct diag *diag);

#endif
