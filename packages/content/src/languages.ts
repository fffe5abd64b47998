/** The languages of posts. */

/** The first is the one that posts are written in. */
export const postLanguages = ['en', 'es'] as const;
export type PostLanguage = (typeof postLanguages)[number];
export const originalLanguage = postLanguages[0];
export type TranslationLanguage = Exclude<PostLanguage, typeof originalLanguage>;
