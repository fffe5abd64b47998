/** The list of tickets for draws to come, which comes with the first of them. */
import { mutationOptions, useMutation, type InfiniteData } from '@tanstack/react-query';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { queryClient } from '@fairground/site-kit/api/query-client.ts';
import { postCoins } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { advanceCancelAnswer, type AdvanceTicket } from '../../contract.ts';
import { advanceKey } from '../api-advance.ts';
import { useDrawTimeFormat } from '../lottery-time.ts';
import { useT } from '../texts.ts';
import { ticketList, TicketRow } from './ticket-list.tsx';

interface AdvanceListProps {
  userId: string;
  nowMs: number;
  tickets: readonly AdvanceTicket[];
}

export function AdvanceList({ userId, nowMs, tickets }: AdvanceListProps) {
  return (
    <ul className={ticketList}>
      {tickets.map((ticket) => (
        <AdvanceRow
          key={ticket.id}
          userId={userId}
          ticket={ticket}
          isOpen={Date.parse(ticket.closesAt) > nowMs}
        />
      ))}
    </ul>
  );
}

/** Throws `ApiError` when refused. */
const cancelMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (id: string): Promise<void> => {
      const { user } = await postCoins('/lottery/advance/cancel', { id }, advanceCancelAnswer);
      setUser(user);
      queryClient.setQueryData<InfiniteData<AdvanceTicket[], string | null>>(
        advanceKey(userId),
        (data) =>
          data && { ...data, pages: data.pages.map((page) => page.filter((ticket) => ticket.id !== id)) },
      );
    },
    networkMode: 'always',
  });

interface AdvanceRowProps {
  userId: string;
  ticket: AdvanceTicket;
  isOpen: boolean;
}

function AdvanceRow({ userId, ticket, isOpen }: AdvanceRowProps) {
  const t = useT();
  const { formatMoment } = useDrawTimeFormat();
  const { formatCoins } = useFormat();
  const { mutateAsync: cancel, isPending, error } = useMutation(cancelMutation(userId));
  const date = formatMoment(ticket.drawsAt);

  async function takeBack(): Promise<void> {
    try {
      await cancel(ticket.id);
    } catch {
      // The row shows why.
      return;
    }
    toast({
      title: t('lottery.takenBack'),
      description: t('lottery.takenBackText', { n: formatCoins(ticket.bid), date }),
      variant: 'success',
    });
  }

  return (
    <TicketRow
      draw={t('lottery.forDraw', { date })}
      ticket={ticket}
      seal={
        <>
          {isOpen ? (
            <Button
              variant="quiet"
              size="small"
              busy={isPending}
              aria-label={t('lottery.takeBackNamed', { date, numbers: ticket.numbers.join(', ') })}
              onClick={() => void takeBack()}
            >
              {t('lottery.takeBack')}
            </Button>
          ) : (
            <span className="text-14 leading-5 text-quiet">{t('lottery.closedTicket')}</span>
          )}
          {error !== null && (
            <span role="alert" className="font-bold text-loss">
              {readableError(error, t('error.unexpected'))}
            </span>
          )}
        </>
      }
    />
  );
}
