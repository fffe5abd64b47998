import {
  blogListAnswer,
  blogTagsAnswer,
  likeAnswer as likeSchema,
  shownPost,
} from '@fairground/contract/blog';
import { expect, it } from 'vitest';
import { likeAnswer, postAnswer, postsAnswer, tagsAnswer } from './answers.ts';

const post = {
  id: 'a-post',
  title: 'A post',
  excerpt: 'Short.',
  content: '<p>Words.</p>',
  category: 'News',
  tags: ['one'],
  tagIds: ['one'],
  readTime: '3 min read',
  imageUrl: '/a.png',
  createdAt: '2026-11-05T09:00:00.000Z',
  likes: 3,
  liked: true,
};

/** Each member missing, and each with a value of every kind. */
const variantsOf = (value: object): object[] =>
  Object.keys(value).flatMap((name) => {
    const { [name as never]: _, ...without } = value;
    const values = [null, 1, Number.NaN, '', 'x', true, [], ['x'], [1], [{ text: 'x', isMatch: true }], {}];
    return [without, ...values.map((each) => ({ ...value, [name]: each }))];
  });

const posts = [
  ...variantsOf({ ...post, language: 'es', match: [{ text: 'x', isMatch: false }] }),
  post,
  { ...post, language: 'de' },
  { ...post, match: [{ text: 'x' }] },
  { ...post, createdAt: '2026-11-05' },
  { ...post, createdAt: '2026-11-05T09:00:00+01:00' },
  { ...post, id: 'x'.repeat(65) },
];

it.each(posts.map((input) => [input]))('reads a post as the contract does: %j', (input) => {
  const expected = shownPost.safeParse(input);
  const read = postAnswer.safeParse(input);
  expect(read.success).toBe(expected.success);
  if (read.success) expect(read.data).toEqual(expected.data);
});

it('reads lists, tags and likes as the contract does', () => {
  const strange = [null, 1, 'x', {}, [], [1], [null], [post], [post, {}], [{ ...post, liked: undefined }]];
  const tag = { id: 'one', label: 'One', posts: 2 };
  const like = { likes: 2, liked: true };
  for (const input of strange) {
    expect(postsAnswer.safeParse(input).success, JSON.stringify(input)).toBe(
      blogListAnswer.safeParse(input).success,
    );
  }
  for (const input of [...strange, [tag], ...variantsOf(tag).map((each) => [each])])
    expect(tagsAnswer.safeParse(input).success).toBe(blogTagsAnswer.safeParse(input).success);
  for (const input of [...strange, like, ...variantsOf(like)])
    expect(likeAnswer.safeParse(input).success).toBe(likeSchema.safeParse(input).success);
});
