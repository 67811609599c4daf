#include "cli/contest_folder.h"

#include "base/mem.h"
#include "cli/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static char *path_of(const char *folder, const char *name, const char *end)
{
    const size_t cap = strlen(folder) + strlen(name) + strlen(end) + 2;
    char *path = mem_alloc(cap, 1);

    (void)snprintf(path, cap, "%s/%s%s", folder, name, end);
    return path;
}

/* Does a file of the folder contain the text?  False when there is none. */
static bool file_has(const char *folder, const char *name, const char *text)
{
    char *path = path_of(folder, name, "");
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

bool contest_folder_has_net(const char *folder, struct diag *diag)
{
    char *path = path_of(folder, "model", ".pnml");
    FILE *const file = fopen(path, "r");

    if (file)
        (void)fclose(file);
    else
        (void)diag_report(diag, DIAG_INPUT, path, 0, 0, "cannot be opened: %s",
                          strerror(errno));
    mem_free(path);
    return file != NULL;
}

bool contest_folder_is_coloured(const char *folder)
{
    return file_has(folder, "iscolored", "TRUE");
}

bool contest_folder_says_safe(const char *folder)
{
    return file_has(folder, "GenericPropertiesVerdict.xml",
                    "reference=\"SAFE\" value=\"true\"");
}

/* Steps of resets are the only transitions added that produce tokens. */
static bool has_resets(const punfpor_net *net)
{
    uint32_t n = 0;

    for (uint32_t t = punfpor_net_given_transitions(net);
         t < punfpor_net_transitions(net) && !n; t++)
        (void)punfpor_produces(net, t, &n);
    return n > 0;
}

/* The figures of a net with resets would count its steps. */
punfpor_net *contest_folder_net(const char *folder, struct diag *diag)
{
    char *path = path_of(folder, "model", ".pnml");
    punfpor_error error = {0};
    punfpor_net *net = punfpor_net_load(path, &error);

    if (!net)
        (void)error_none(error.status, &error, diag);
    if (net && has_resets(net)) {
        (void)diag_report(diag, DIAG_INPUT, path, 0, 0,
                          "the net has reset arcs, which the contest does not "
                          "have");
        punfpor_net_destroy(net);
        net = NULL;
    }
    mem_free(path);
    return net;
}

punfpor_properties *contest_folder_properties(const char *folder,
                                              const char *examination,
                                              const punfpor_net *net,
                                              struct diag *diag)
{
    char *path = path_of(folder, examination, ".xml");
    punfpor_error error = {0};
    punfpor_properties *const properties =
        punfpor_properties_load(net, path, &error);

    mem_free(path);
    if (!properties)
        (void)error_none(error.status, &error, diag);
    return properties;
}
