/** What a player may do with a ticket that was bought ahead, which comes with the first of them. */
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { setUser } from '@fairground/site-kit/session/session.ts';
import { postCoins } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { advanceCancelAnswer, type Ticket } from '../../contract.ts';
import { refetchTickets } from '../api.ts';
import { useDrawTimeFormat } from '../lottery-time.ts';
import { useTexts } from '../texts.ts';

/** Throws `ApiError` when refused. */
const cancelMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (id: string): Promise<void> => {
      const { user } = await postCoins('/lottery/advance/cancel', { id }, advanceCancelAnswer);
      setUser(user);
      refetchTickets(userId);
    },
  });

interface TakeBackProps {
  userId: string;
  ticket: Ticket;
  /** Sales for its draw are open. */
  isOpen: boolean;
}

export function TakeBack({ userId, ticket, isOpen }: TakeBackProps) {
  const t = useTexts('page');
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
  );
}
