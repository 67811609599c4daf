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

punfpor_net *contest_folder_net(const char *folder, struct diag *diag)
{
    char *path = path_of(folder, "model", ".pnml");
    punfpor_error error;
    punfpor_net *const net = punfpor_net_load(path, &error);

    mem_free(path);
    if (!net)
        (void)error_none(error.status, &error, diag);
    return net;
}

punfpor_properties *contest_folder_properties(const char *folder,
                                              const char *examination,
                                              const punfpor_net *net,
                                              struct diag *diag)
{
    char *path = path_of(folder, examination, ".xml");
    punfpor_error error;
    punfpor_properties *const properties =
        punfpor_properties_load(net, path, &error);

    mem_free(path);
    if (!properties)
        (void)error_none(error.status, &error, diag);
    return properties;
}
