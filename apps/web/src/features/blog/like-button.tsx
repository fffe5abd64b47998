/** Like, once a player, and taken back by a second press. Visitors are led to the login, and back here. */
import type { BlogPost } from '@fairground/contract/blog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useLocation, useNavigate } from '../../shared/router/router.tsx';
import { isApiError, readableError } from '../../shared/api/api-error.ts';
import { useFormat } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { useUser } from '../../entities/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { likePost, postKeys } from './queries.ts';

export function LikeButton({ post }: { post: BlogPost }) {
  const t = useT();
  const { formatCoins } = useFormat();
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const key = postKeys(post.id);
  const toLogin = () => navigate('/login', { state: { from: pathname } });
  const { mutate, isPending } = useMutation({
    mutationFn: async (liked: boolean) => {
      // A pending older response must not overwrite this one.
      await client.cancelQueries({ queryKey: key });
      return likePost(post.id, liked);
    },
    onSuccess: (answer) =>
      // A like is the post's, whatever the language it is read in.
      client.setQueriesData<BlogPost>({ queryKey: key }, (post) => (post ? { ...post, ...answer } : post)),
    onError: (error) => {
      if (isApiError(error) && error.code === 'not_signed_in') return toLogin();
      toast({
        title: t('blog.likeFailed'),
        description: readableError(error, t('error.unexpected')),
        variant: 'destructive',
      });
    },
  });
  return (
    <Button
      variant="secondary"
      aria-pressed={post.liked}
      busy={isPending}
      onClick={() => (user ? mutate(!post.liked) : toLogin())}
    >
      <Heart aria-hidden className={post.liked ? 'size-5 fill-loss text-loss' : 'size-5'} />
      {t('blog.like')}
      {post.likes > 0 ? (
        <span className="figures">
          {formatCoins(post.likes)}
          <span className="sr-only"> {t('blog.likes', { n: post.likes })}</span>
        </span>
      ) : null}
    </Button>
  );
}
