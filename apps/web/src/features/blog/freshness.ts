/**
 * Whether a prerendered page with content still shows what the server would return: the posts of the blog with
 * their likes. Checked with a few bytes of script, so that a page that has not changed needs no application.
 */
export interface ShownPost {
  id: string;
  title: string;
  likes: number;
}

/**
 * What the page was made from: `shows` is the fingerprint of the HTML, `asks` the address whose answer is compared
 * with it.
 */
export interface Shown {
  asks: string;
  shows: string;
}

export const fingerprint = (posts: readonly ShownPost[]): string =>
  JSON.stringify(posts.map(({ id, title, likes }) => [id, title, likes]));

/** `root` carries `data-asks` and `data-shows`; without them nothing can be out of date. */
export async function showsTheTruth(root: HTMLElement | null): Promise<boolean> {
  const { asks, shows } = root?.dataset ?? {};
  if (asks === undefined) return true;
  try {
    const answer = await fetch(asks, { headers: { accept: 'application/json' } });
    const posts = [(await answer.json()) as ShownPost | ShownPost[]].flat();
    return answer.ok && fingerprint(posts) === shows;
  } catch {
    return false;
  }
}
