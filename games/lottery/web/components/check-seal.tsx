/** The plum seal as a button: checks a draw or a ticket in the browser, and shows the outcome next to it. */
import type { Ticket } from '../../contract.ts';
import { useState } from 'react';
import { apiUrl } from '@fairground/site-kit/api/endpoints.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { checkDraw, checkTicket } from '../checks.ts';
import { useDrawTimeFormat } from '../lottery-time.ts';
import { useTexts } from '../texts.ts';

/** As data, so that it is written in the language that is shown. */
type Outcome<Checked> = { state: 'checked'; checked: Checked } | { state: 'unavailable' };

interface SealButtonProps<Checked> {
  label: string;
  text: string;
  proofPath: string;
  check: () => Promise<Checked>;
  resultText: (checked: Checked) => string;
}

function SealButton<Checked extends { ok: boolean }>(props: SealButtonProps<Checked>) {
  const { label, text, proofPath, check, resultText } = props;
  const t = useTexts('page');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<Checked> | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    try {
      setOutcome({ state: 'checked', checked: await check() });
    } catch {
      setOutcome({ state: 'unavailable' });
    }
    setBusy(false);
  }
  const fails = outcome !== null && !(outcome.state === 'checked' && outcome.checked.ok);

  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={() => void (busy || run())}
        className={cn(
          'inline-flex min-h-11 items-center gap-1.5 text-14 leading-5 font-bold text-seal underline',
          'underline-offset-3 disabled:cursor-progress',
        )}
      >
        <SealIcon size={20} className="shrink-0" />
        <span>{busy ? t('lottery.checking') : text}</span>
      </button>
      <span
        role="status"
        className={cn(
          'block basis-full text-14 leading-5 font-medium text-seal',
          'empty:sr-only data-fails:font-bold data-fails:text-loss',
        )}
        data-fails={fails || undefined}
      >
        {outcome && (
          <>
            <span>
              {`${outcome.state === 'checked' ? resultText(outcome.checked) : t('lottery.checkUnavailable')} `}
            </span>
            <a
              href={apiUrl(proofPath)}
              target="_blank"
              rel="noreferrer"
              className="underline underline-offset-3"
            >
              {t('lottery.proof')}
            </a>
          </>
        )}
      </span>
    </>
  );
}

export function CheckDraw({ draw }: { draw: { drawId: string; drawnAt: string } }) {
  'use memo';
  const t = useTexts('page');
  const { formatMoment } = useDrawTimeFormat();
  return (
    <SealButton
      key={draw.drawId}
      label={t('lottery.checkNamed', { date: formatMoment(draw.drawnAt) })}
      text={t('lottery.check')}
      proofPath={`/fairness/lottery/${encodeURIComponent(draw.drawId)}`}
      check={() => checkDraw(draw.drawId)}
      resultText={(checked) =>
        checked.ok
          ? t('lottery.drawHolds', { numbers: checked.winningNumbers.join(', ') })
          : t('lottery.checkFailed', { fault: checked.fault })
      }
    />
  );
}

export function CheckTicket({ ticket }: { ticket: Ticket }) {
  'use memo';
  const t = useTexts('page');
  const { formatCoins } = useFormat();
  return (
    <SealButton
      label={t('lottery.sealNamed', { numbers: ticket.numbers.join(', ') })}
      text={t('lottery.seal')}
      proofPath={`/fairness/lottery/${encodeURIComponent(ticket.drawId)}/tickets/${encodeURIComponent(ticket.id)}`}
      check={() => checkTicket(ticket)}
      resultText={(checked) =>
        checked.ok
          ? t(checked.drawn ? 'lottery.ticketAndDrawHold' : 'lottery.ticketHolds', {
              place: formatCoins(checked.place),
              count: formatCoins(checked.count),
            })
          : t('lottery.checkFailed', { fault: checked.fault })
      }
    />
  );
}
