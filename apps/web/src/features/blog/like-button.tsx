/** Like, once a player, and taken back by a second press. Visitors are led to the login, and back here. */
import type { BlogPost } from '@fairground/contract/blog';
import Heart from '@fairground/site-kit/icons/heart';
import { useState } from 'react';
import { useLocation, useNavigate } from '@fairground/site-kit/router/router.tsx';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { currentUser, loadUserIfExpected } from '@fairground/site-kit/session/session.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { likePost } from './queries.ts';
import { useTexts } from '../../texts.ts';

export function LikeButton({ post }: { post: BlogPost }) {
  const t = useTexts('blog');
  const { formatCoins } = useFormat();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [busy, setBusy] = useState(false);
  const toLogin = () => navigate('/login', { state: { from: pathname } });

  async function like(): Promise<void> {
    setBusy(true);
    // The page has its text before it knows who reads it.
    await loadUserIfExpected();
    try {
      if (currentUser()) await likePost(post.id, !post.liked);
      else toLogin();
    } catch (error) {
      if (isApiError(error) && error.code === 'not_signed_in') toLogin();
      else {
        toast({
          title: t('blog.likeFailed'),
          description: readableError(error, t('error.unexpected')),
          variant: 'destructive',
        });
      }
    }
    setBusy(false);
  }

  return (
    <Button variant="secondary" aria-pressed={post.liked} busy={busy} onClick={() => void like()}>
      <Heart aria-hidden className={post.liked ? 'size-5 fill-loss text-loss' : 'size-5'} />
      <span>{t('blog.like')}</span>
      {post.likes > 0 ? (
        <span className="figures">
          <span>{formatCoins(post.likes)}</span>
          <span className="sr-only">{` ${t('blog.likes', { n: post.likes })}`}</span>
        </span>
      ) : null}
    </Button>
  );
}
