/** What a draft begins with. */
import type { DraftText } from '@fairground/contract/console/posts';

export const emptyPostText: DraftText = { title: '', excerpt: '', category: '', markdown: '' };
