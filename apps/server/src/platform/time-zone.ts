/** Check of the setting that names the site's zone. */

/** An IANA zone that this machine knows. */
export function isTimeZone(text: string): boolean {
  // Offsets such as +02:00 are understood by Intl, but they have no daylight saving.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
