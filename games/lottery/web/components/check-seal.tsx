/** The plum seal as a button: checks a draw or a ticket in the browser, and shows the outcome beside it. */
import type { Ticket } from '../../contract.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { apiUrl } from '@fairground/web/shared/api/endpoints.ts';
import { formatCoins } from '@fairground/web/shared/format/format.ts';
import { useT } from '../texts.ts';
import { SealIcon } from '@fairground/web/shared/art/icons.tsx';
import { checkDraw, checkTicket } from '../checks.ts';
import { formatMoment } from '../lottery-time.ts';
import styles from '../lottery.module.css';

type Outcome = { state: 'holds' | 'fails'; text: string };

interface SealButtonProps {
  label: string;
  text: string;
  proofPath: string;
  check: () => Promise<Outcome>;
}

function SealButton({ label, text, proofPath, check }: SealButtonProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    try {
      setOutcome(await check());
    } catch {
      setOutcome({ state: 'fails', text: t('lottery.checkUnavailable') });
    }
    setBusy(false);
  }

  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-busy={busy || undefined}
        disabled={busy}
        onClick={() => void run()}
        className={styles.seal}
      >
        <SealIcon size={20} className="shrink-0" />
        <span>{busy ? t('lottery.checking') : text}</span>
      </button>
      <Result outcome={outcome}>
        {outcome && (
          <a href={apiUrl(proofPath)} target="_blank" rel="noreferrer" className={styles.proof}>
            {t('lottery.proof')}
          </a>
        )}
      </Result>
    </>
  );
}

const Result = ({ outcome, children }: { outcome: Outcome | null; children: ReactNode }) => (
  <span role="status" className={styles.result} data-fails={outcome?.state === 'fails' || undefined}>
    {outcome?.text} {children}
  </span>
);

export function CheckDraw({ draw }: { draw: { drawId: string; drawnAt: string } }) {
  const t = useT();
  return (
    <SealButton
      key={draw.drawId}
      label={t('lottery.checkNamed', { date: formatMoment(draw.drawnAt) })}
      text={t('lottery.check')}
      proofPath={`/fairness/lottery/${encodeURIComponent(draw.drawId)}`}
      check={async () => {
        const checked = await checkDraw(draw.drawId);
        return checked.ok
          ? { state: 'holds', text: t('lottery.drawHolds', { numbers: checked.winningNumbers.join(', ') }) }
          : { state: 'fails', text: t('lottery.checkFailed', { fault: checked.fault }) };
      }}
    />
  );
}

export function CheckTicket({ ticket }: { ticket: Ticket }) {
  const t = useT();
  return (
    <SealButton
      label={t('lottery.sealNamed', { numbers: ticket.numbers.join(', ') })}
      text={t('lottery.seal')}
      proofPath={`/fairness/lottery/${encodeURIComponent(ticket.drawId)}/tickets/${encodeURIComponent(ticket.id)}`}
      check={async () => {
        const checked = await checkTicket(ticket);
        if (!checked.ok) return { state: 'fails', text: t('lottery.checkFailed', { fault: checked.fault }) };
        const values = { place: formatCoins(checked.place), count: formatCoins(checked.count) };
        return {
          state: 'holds',
          text: t(checked.drawn ? 'lottery.ticketAndDrawHold' : 'lottery.ticketHolds', values),
        };
      }}
    />
  );
}
