/** What a draft begins with. */
import type { LetterText } from '@fairground/contract/console/letters';
import type { DraftText } from '@fairground/contract/console/posts';

export const emptyLetterText: LetterText = { subject: '', markdown: '' };
export const emptyPostText: DraftText = { title: '', excerpt: '', category: '', markdown: '' };
