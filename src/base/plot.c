#include "base/plot.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

void plot_text(FILE *file, const char *text)
{
    text_buffer utf8 = {0};

    text_put(&utf8, text);
    for (const char *at = text_make_utf8(&utf8); *at; at++)
        switch (*at) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        default:
            /* XML has no other control characters. */
            fputc((unsigned char)*at < ' ' ? ' ' : *at, file);
        }
    vec_free(&utf8);
}

void plot_open(FILE *file, uint32_t width, uint32_t height, const char *title)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" "
            "height=\"%u\" viewBox=\"0 0 %u %u\" font-family=\"Helvetica, "
            "Arial, sans-serif\" font-size=\"11\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text x=\"%u\" y=\"20\" font-size=\"14\" "
            "text-anchor=\"middle\">",
            width, height, width, height, width / 2);
    plot_text(file, title);
    fputs("</text>\n", file);
}

void plot_close(FILE *file)
{
    fputs("</svg>\n", file);
}

void plot_number(double value, char text[16])
{
    static const char units[] = " kMGTP";
    uint32_t unit = 0;

    while (value >= 999.5 && unit + 2 < sizeof units) {
        value /= 1000;
        unit++;
    }
    (void)snprintf(text, 16,
                   value >= 99.5 || floor(value) >= value ? "%.0f%c" : "%.1f%c",
                   value, units[unit]);
    if (!unit)
        text[strlen(text) - 1] = '\0';
}

static double largest(const double *at, uint32_t n)
{
    double most = 0;

    for (uint32_t i = 0; i < n; i++)
        if (at[i] > most)
            most = at[i];
    return most > 0 ? most : 1;
}

/* The frame, the title, and the largest value of each axis. */
static void put_frame(FILE *file, const struct plot_panel *panel, double most_x,
                      double most_y)
{
    char text[16];

    fprintf(file,
            "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" "
            "fill=\"none\" stroke=\"#b0b0b0\"/>\n",
            panel->x, panel->y, panel->width, panel->height);
    fprintf(file, "<text x=\"%u\" y=\"%u\">", panel->x, panel->y - 6);
    plot_text(file, panel->title);
    plot_number(most_y, text);
    fprintf(file,
            "</text>\n<text x=\"%u\" y=\"%u\" text-anchor=\"end\">%s"
            "</text>\n<text x=\"%u\" y=\"%u\" text-anchor=\"end\">0"
            "</text>\n",
            panel->x - 5, panel->y + 9, text, panel->x - 5,
            panel->y + panel->height);
    plot_number(most_x, text);
    fprintf(file, "<text x=\"%u\" y=\"%u\" text-anchor=\"end\">%s</text>\n",
            panel->x + panel->width, panel->y + panel->height + 13, text);
}

void plot_line(FILE *file, const struct plot_panel *panel, const double *x,
               const double *y, uint32_t n)
{
    const double most_x = largest(x, n), most_y = largest(y, n);

    put_frame(file, panel, most_x, most_y);
    fputs("<polyline fill=\"none\" stroke=\"#1f5fb4\" stroke-width=\"1.5\" "
          "points=\"",
          file);
    for (uint32_t i = 0; i < n; i++)
        fprintf(file, "%s%.1f,%.1f", i ? " " : "",
                panel->x + x[i] / most_x * panel->width,
                panel->y + (1 - y[i] / most_y) * panel->height);
    fputs("\"/>\n", file);
}

/* --- bars ----------------------------------------------------------------- */

enum { BAR = 14, GROUP_GAP = 7, LETTER = 7 };

/* From dark to light; white has a border as all of them. */
static const char *const fills[PLOT_SERIES] = {"#1f5fb4", "#f0c04a", "#ffffff",
                                               "#909090"};

uint32_t plot_bars_height(const struct plot_bar *bars, uint32_t n)
{
    uint32_t height = GROUP_GAP;

    for (uint32_t i = 0; i < n; i++)
        height += BAR + (bars[i].label ? GROUP_GAP : 0);
    return height;
}

uint32_t plot_bars_margin(const struct plot_bar *bars, uint32_t n)
{
    uint32_t most = 0;

    for (uint32_t i = 0; i < n; i++)
        if (bars[i].label &&
            text_letters(bars[i].label, strlen(bars[i].label)) > most)
            most = text_letters(bars[i].label, strlen(bars[i].label));
    return most * LETTER + 12;
}

struct axis {
    double low, high; /* of the values, or of their logarithms */
    bool logarithmic;
};

static struct axis find_axis(const struct plot_bar *bars, uint32_t n)
{
    double least = INFINITY, most = 0;

    for (uint32_t i = 0; i < n; i++)
        if (bars[i].has_value && bars[i].value > 0) {
            least = fmin(least, bars[i].value);
            most = fmax(most, bars[i].value);
        }
    if (most <= 100 * least)
        return (struct axis){0, most > 0 ? most : 1, false};
    /* The least one has a length, too. */
    return (struct axis){ceil(log10(least)) - 1, log10(most), true};
}

/* Where the value lies between the ends of the axis, from 0 to 1. */
static double position(const struct axis *axis, double value)
{
    const double at = !axis->logarithmic ? value
                      : value > 0        ? log10(value)
                                         : axis->low;

    return fmax(0, (at - axis->low) / (axis->high - axis->low));
}

static void put_grid_line(FILE *file, const struct plot_panel *panel,
                          const struct axis *axis, double value)
{
    const double x = panel->x + position(axis, value) * panel->width;
    char text[16];

    if (value < 1 && value > 0)
        (void)snprintf(text, sizeof text, "%g", value);
    else
        plot_number(value, text);
    fprintf(file,
            "<path d=\"M%.1f %uv%u\" stroke=\"#d0d0d0\"/>\n<text x=\"%.1f\" "
            "y=\"%u\" text-anchor=\"middle\" fill=\"#606060\">%s</text>\n",
            x, panel->y, panel->height, x, panel->y + panel->height + 12, text);
}

static void put_axis(FILE *file, const struct plot_panel *panel,
                     const struct axis *axis)
{
    fprintf(file, "<text x=\"%u\" y=\"%u\" font-weight=\"bold\">", panel->x,
            panel->y - 6);
    plot_text(file, panel->title);
    fputs(axis->logarithmic ? " (logarithmic)</text>\n" : "</text>\n", file);
    if (!axis->logarithmic) {
        put_grid_line(file, panel, axis, 0);
        put_grid_line(file, panel, axis, axis->high);
        return;
    }
    for (double power = axis->low; power <= axis->high; power++)
        put_grid_line(file, panel, axis, pow(10, power));
}

/* Three digits; whole ones have all. */
static void put_value(FILE *file, const struct plot_bar *bar)
{
    if (bar->has_value && bar->value < 1e9 &&
        (floor(bar->value) >= bar->value || bar->value >= 100))
        fprintf(file, "%.0f", bar->value);
    else if (bar->has_value)
        fprintf(file, "%.3g", bar->value);
    if (bar->note) {
        fputs(bar->has_value ? " " : "", file);
        plot_text(file, bar->note);
    }
}

static void put_bar(FILE *file, const struct plot_panel *panel, double y,
                    double length, const struct plot_bar *bar)
{
    if (bar->has_value)
        fprintf(file,
                "<rect x=\"%u\" y=\"%.1f\" width=\"%.1f\" height=\"%u\" "
                "fill=\"%s\" stroke=\"#303030\" stroke-width=\"0.8\"/>\n",
                panel->x, y, fmax(length, 1), BAR - 2, fills[bar->series]);
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\">", panel->x + length + 5,
            y + BAR - 4);
    put_value(file, bar);
    fputs("</text>\n", file);
}

void plot_bars(FILE *file, const struct plot_panel *panel,
               const struct plot_bar *bars, uint32_t n)
{
    const struct axis axis = find_axis(bars, n);
    double y = panel->y;

    put_axis(file, panel, &axis);
    for (uint32_t i = 0; i < n; i++) {
        const double part =
            bars[i].has_value ? position(&axis, bars[i].value) : 0;

        if (bars[i].label) {
            y += GROUP_GAP;
            fprintf(file, "<text x=\"%u\" y=\"%.1f\" text-anchor=\"end\">",
                    panel->x - 6, y + BAR - 4);
            plot_text(file, bars[i].label);
            fputs("</text>\n", file);
        }
        put_bar(file, panel, y, part * panel->width, &bars[i]);
        y += BAR;
    }
}

void plot_series(FILE *file, uint32_t x, uint32_t y, const char *const *names,
                 uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file,
                "<rect x=\"%u\" y=\"%u\" width=\"16\" height=\"10\" "
                "fill=\"%s\" stroke=\"#303030\" stroke-width=\"0.8\"/>\n"
                "<text x=\"%u\" y=\"%u\">",
                x, y, fills[i], x + 21, y + 9);
        plot_text(file, names[i]);
        fputs("</text>\n", file);
        x += 21 + text_letters(names[i], strlen(names[i])) * LETTER + 22;
    }
}
