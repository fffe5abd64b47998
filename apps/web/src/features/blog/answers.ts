/**
 * The blog's answers as pages read them, like the schemas of the contract but without zod, which visitors do not load.
 */
import type { BlogPost, BlogTag, LikeAnswer } from '@fairground/contract/blog';
import {
  answerOf,
  isFields,
  isId,
  isInstant,
  isListOf,
  isNumber,
  isText,
  type Fields,
} from '@fairground/site-kit/api/answer.ts';

const isPart = (input: unknown): input is { text: string; isMatch: boolean } =>
  isFields(input) && isText(input['text']) && typeof input['isMatch'] === 'boolean';

/** Members with a default may be missing. */
function isPost(input: unknown): input is BlogPost {
  if (!isFields(input)) return false;
  const { tags, tagIds, createdAt, language, match } = input;
  return (
    isId(input['id']) &&
    ['title', 'excerpt', 'content', 'category'].every((name) => isText(input[name])) &&
    isListOf(tags, isText) &&
    (tagIds === undefined || isListOf(tagIds, isText)) &&
    isInstant(createdAt) &&
    (language === undefined || language === 'en' || language === 'es') &&
    (match === undefined || isListOf(match, isPart))
  );
}

const withDefaults = (post: BlogPost): BlogPost => {
  const { readTime, imageUrl, likes, liked } = post as unknown as Fields;
  return {
    ...post,
    readTime: isText(readTime) ? readTime : '',
    imageUrl: isText(imageUrl) ? imageUrl : null,
    likes: isNumber(likes) ? likes : 0,
    liked: liked === true,
  };
};

const isTag = (input: unknown): input is BlogTag =>
  isFields(input) && isText(input['id']) && isText(input['label']) && isNumber(input['posts']);

const isLike = (input: unknown): input is LikeAnswer =>
  isFields(input) && isNumber(input['likes']) && typeof input['liked'] === 'boolean';

export const postAnswer = answerOf(isPost, withDefaults);
export const postsAnswer = answerOf(
  (input): input is BlogPost[] => isListOf(input, isPost),
  (posts) => posts.map(withDefaults),
);
export const tagsAnswer = answerOf((input): input is BlogTag[] => isListOf(input, isTag));
export const likeAnswer = answerOf(isLike);
