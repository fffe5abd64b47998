#!/usr/bin/env bash
# Versions: LibreOffice 7.4.7 and Gnumeric 1.12.55 of Debian 12; 2026-11-30.
# Guess: spreadsheets take the time of ISO 8601 in a CSV for a date, with its zone and without.
# Seen: LibreOffice takes every form with a Z for a text, with special numbers detected or not, and the form with a T
# for a date only without it; Gnumeric takes the form with a T for a date only with it. A space instead of the T suits
# both, if LibreOffice detects special numbers, which it does not unless asked. A day alone is a date to both.
# Source: run. The manual of LibreOffice says of the option that dates are among the special numbers.
# Meaning: a file that people open in a spreadsheet has a column of days; movements.csv had none.
set -euo pipefail
command -v soffice >/dev/null && command -v ssconvert >/dev/null ||
  { echo 'needs apt-get install libreoffice-calc gnumeric' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
forms=(2026-11-30T08:42:23.551Z 2026-11-30T08:42:23Z 2026-11-30T08:42:23 '2026-11-30 08:42:23Z' '2026-11-30 08:42:23'
  2026-11-30)
{ echo form; printf '%s\n' "${forms[@]}"; } > forms.csv
office() {
  soffice "-env:UserInstallation=file://$folder/office" --headless "--infilter=CSV:44,34,76,1,,1033,false,$1" \
    --convert-to fods --outdir out forms.csv >/dev/null 2>&1
  grep -o 'office:value-type="[a-z]*"' out/forms.fods | cut -d'"' -f2 | tail -n +2 | paste -sd' '
}
# As numbers of days, where they are dates.
sheet() {
  ssconvert -T Gnumeric_stf:stf_assistant -O format=raw forms.csv raw.txt 2>/dev/null
  tail -n +2 raw.txt | sed -E 's/^[0-9]{5}(\.[0-9]+)?\r?$/date/; t; s/.*/string/' | paste -sd' '
}
{
  echo "LibreOffice: $(office false)"
  echo "LibreOffice, special numbers: $(office true)"
  echo "Gnumeric: $(sheet)"
} | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
LibreOffice: string string date string string date
LibreOffice, special numbers: string string date string date date
Gnumeric: date date string string date date
SEEN
