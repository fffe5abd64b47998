/**
 * Names the browser and system of a User-Agent header for mails. The result consists of
 * texts of the tables below, so that the header cannot inject text into a mail.
 */

/** The first that matches is it: browsers also name those that they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPad\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (table: readonly [RegExp, string][], userAgent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Such as `Firefox on Windows`. */
export const describeBrowser = (userAgent: string | null): string => {
  const header = userAgent?.slice(0, 512) ?? '';
  const browser = findName(browsers, header) ?? 'an unknown browser';
  const system = findName(systems, header);
  return system === undefined ? browser : `${browser} on ${system}`;
};
