/** The list of notices, opened from the header. */
import type { Notice } from '@fairground/contract/notices';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { markRead, noticesQuery } from '@fairground/site-kit/notices/queries.ts';
import { useTexts } from '../../texts.ts';

interface NoticesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function NoticesDialog({ open, onOpenChange }: NoticesDialogProps) {
  const t = useTexts('notices');
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('notices.title')}>
      <NoticesList onFollow={close} />
      <ButtonLink to="/profile/notices" variant="secondary" className="justify-self-start" onClick={close}>
        {t('notices.choices')}
      </ButtonLink>
    </Dialog>
  );
}

function NoticesList({ onFollow }: { onFollow: () => void }) {
  'use memo';
  const t = useTexts('notices');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(noticesQuery);
  const read = useMutation({ mutationFn: markRead });
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="h-60 w-full" />
    ) : (
      <LoadFailed text={readableError(error, t('notices.failed'))} retry={refetch} />
    );
  }
  const notices = data.pages.flatMap((page) => page.notices);
  const [newest] = notices;
  if (newest === undefined) return <p className="text-quiet">{t('notices.none')}</p>;
  return (
    <>
      <ul className="-mx-2 grid max-h-[50vh] overflow-y-auto">
        {notices.map((notice) => (
          <NoticeItem
            key={notice.id}
            notice={notice}
            onFollow={() => {
              if (!notice.read) read.mutate({ through: notice.id, only: true });
              onFollow();
            }}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          disabled={data.pages[0]?.unread === 0}
          busy={read.isPending}
          onClick={() => read.mutate({ through: newest.id })}
        >
          {t('notices.readAll')}
        </Button>
        {hasNextPage ? (
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('notices.more')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function NoticeItem({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const t = useTexts('notices');
  const { formatMoment } = useFormat();
  const { title, summary } = notice.texts[useLanguage()];
  return (
    <li className="border-b-[1.5px] border-rule last:border-0">
      <Link
        to={notice.path}
        onClick={onFollow}
        className="grid gap-0.5 rounded-control px-2 py-3 hover:bg-raised focus-visible:-outline-offset-3"
      >
        <span className={cn('flex items-center gap-2 wrap-anywhere', notice.read ? '' : 'font-bold')}>
          {notice.read ? null : (
            <>
              <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-bulb-400" />
              <span className="sr-only">{t('notices.new')}</span>
            </>
          )}
          <span>{title}</span>
        </span>
        <span className="wrap-anywhere">{summary}</span>
        <time dateTime={notice.createdAt} className="text-14 leading-5 text-quiet">
          {formatMoment(notice.createdAt)}
        </time>
      </Link>
    </li>
  );
}
