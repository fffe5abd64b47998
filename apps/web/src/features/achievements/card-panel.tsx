/** The punch card: seven fields, the stamps on it, and the press that claims a full one. */
import { cardClaimAnswer, cardSchema, stampsPerCard, type Card } from '@fairground/contract/card';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setUser, useUser } from '@fairground/site-kit/session/session.ts';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { postCoins, request, settleCoinCalls } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { PageLoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Star } from '@fairground/site-kit/art/star.tsx';
import { useTexts } from '../../texts.ts';

const cardKey = ['card'];
const claimPath = '/user/card/claim';

export function CardPanel() {
  const t = useTexts('achievements');
  const me = useUser();
  const { data, error, refetch } = useQuery({
    // What was staked changes whether today has its stamp.
    queryKey: [...cardKey, (me?.todaysBids ?? 0) > 0 || me?.isSpinned === true],
    queryFn: async ({ signal }): Promise<Card> => {
      const card = await request('/user/card', { answer: cardSchema, signal });
      // A claim whose answer was lost shows here: the next one is for another card.
      settleCoinCalls(claimPath);
      return card;
    },
    staleTime: 10_000,
  });
  return (
    <section
      aria-labelledby="card-title"
      className="bites-top grid gap-4 rounded-b-panel bg-panel px-4 pt-10 pb-6 sm:px-6"
    >
      <h1 id="card-title" className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">
        {t('card.title')}
      </h1>
      <p className="max-w-[64ch] text-17 leading-6 text-quiet">{t('card.lead')}</p>
      {data !== undefined ? (
        <CardInHand card={data} />
      ) : error ? (
        <PageLoadFailed text={readableError(error, t('card.failed'))} retry={refetch} />
      ) : (
        <Skeleton className="h-72 w-full md:h-53" />
      )}
    </section>
  );
}

function CardInHand({ card }: { card: Card }) {
  const t = useTexts('achievements');
  const { formatCoins } = useFormat();
  const queryClient = useQueryClient();
  const claim = useMutation({
    mutationFn: () => postCoins(claimPath, {}, cardClaimAnswer),
    onSuccess({ user, coins, card: next }) {
      setUser(user);
      queryClient.setQueriesData({ queryKey: cardKey }, next);
      toast({ title: t('card.paid', { coins: formatCoins(coins) }), variant: 'success' });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: cardKey }),
  });
  const coins = formatCoins(card.coins);
  const isFull = card.full > 0;
  return (
    <>
      <div className="max-w-[560px] rounded-panel border-2 border-[#8a5606] bg-[#efdfb8] p-4 text-[#2b2558]">
        <p className="figures mb-3 font-bold">
          {t('card.stamps', { n: card.stamps.length, size: stampsPerCard })}
        </p>
        <ol className="grid grid-cols-4 gap-3 sm:grid-cols-7">
          {Array.from({ length: stampsPerCard }, (_, index) => (
            <Field key={index} day={card.stamps[index]} />
          ))}
        </ol>
      </div>
      <p className="min-h-6 text-17 leading-6" role="status">
        <span>{`${t(isFull ? 'card.full' : 'card.worth', { coins })} `}</span>
        {card.full > 1 && <span>{t('card.more', { n: card.full - 1 })}</span>}
        {!isFull && <span>{t(card.isStampedToday ? 'card.today' : 'card.notToday')}</span>}
      </p>
      {isFull ? (
        <Button
          size="large"
          className="justify-self-start"
          busy={claim.isPending}
          onClick={() => claim.mutate()}
        >
          {t('card.claim', { coins })}
        </Button>
      ) : null}
      {claim.error ? (
        <p role="alert" className="text-loss">
          {readableError(claim.error, t('card.claimFailed'))}
        </p>
      ) : null}
      <p className="text-quiet">{t('card.claimed', { n: card.claimed })}</p>
    </>
  );
}

/** Days of the site are dates without a zone. */
function Field({ day }: { day: string | undefined }) {
  const t = useTexts('achievements');
  const { formatLongDate } = useFormat();
  return (
    <li className="grid aspect-square place-items-center rounded-full border-2 border-dashed border-[#8a5606]">
      {day === undefined ? (
        <span className="sr-only">{t('card.empty')}</span>
      ) : (
        <>
          <svg viewBox="-24 -24 48 48" aria-hidden="true" className="size-full">
            <g transform={`rotate(${(Number(day.slice(-2)) % 5) * 9 - 18})`}>
              <circle r={21} fill="none" stroke="#a8434f" strokeWidth={3} />
              <circle r={16} fill="none" stroke="#a8434f" strokeWidth={1.4} />
              <Star size={12} fill="#a8434f" />
            </g>
          </svg>
          <span className="sr-only">{t('card.stamp', { date: formatLongDate(`${day}T00:00:00Z`) })}</span>
        </>
      )}
    </li>
  );
}
