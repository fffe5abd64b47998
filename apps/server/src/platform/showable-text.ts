/**
 * Characters that no page, mail or feed can show: control characters except tabs and line ends, halves
 * of surrogate pairs, U+FFFE and U+FFFF. They are those that XML 1.0 refuses, so one of them in a title
 * ends the feed for every reader.
 */
const unshowable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** For texts of files, which nobody refuses. */
export const withoutUnshowable = (text: string): string => text.replaceAll(unshowable, '');

export const isShowable = (text: string): boolean => text.search(unshowable) === -1;

/** Passwords are never shown, and one that was chosen with any character remains valid. */
const neverShown = new Set(['password', 'newPassword', 'currentPassword']);

/** The path of a text or a name that cannot be shown, as `en.title`; without recursion, however deep it is. */
export const findUnshowable = (body: unknown): string | undefined => {
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: body }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, value } = next;
    if (typeof value === 'string') {
      if (!isShowable(value)) return path;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) {
        if (!isShowable(name)) return path;
        if (!neverShown.has(name))
          waiting.push({ path: path === '' ? name : `${path}.${name}`, value: part });
      }
    }
  }
  return undefined;
};
