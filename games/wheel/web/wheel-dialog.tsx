/** The daily wheel's dialog: the wheel, its odds in plain words, and the one button (docs/product.md 12). */
import { meanWheelCoins, segmentsPaying, wheelSegments } from '../rules.ts';
import type { ReactNode } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { byLanguage } from '@fairground/site-kit/i18n/locale.ts';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Dialog, dialogDock } from '@fairground/site-kit/ui/dialog.tsx';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useWheel, type Wheel } from './use-wheel.ts';
import { WheelPicture } from './components/wheel-picture.tsx';
import { useTexts } from './texts.ts';

interface WheelDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function WheelDialog({ open, onOpenChange }: WheelDialogProps) {
  'use memo';
  const t = useTexts('page');
  const wheel = useWheel();
  const values = wheel.wheel?.segments.map(({ value }) => value) ?? wheelSegments;
  const drawn = wheel.phase === 'standing' && wheel.spun ? (wheel.wheel?.spin ?? null) : null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wheel.title')}
      description={t('wheel.lead')}
      className="max-w-[980px]"
      picture={
        <div
          className={cn(
            'mx-auto w-full max-w-[min(320px,36svh)] px-3 pb-4',
            'md:max-w-none md:p-6 sideways:max-w-[calc(90svh-16px)] sideways:p-2',
          )}
        >
          <WheelPicture
            values={values}
            turn={wheel.turn}
            moving={wheel.phase === 'turning'}
            drawn={drawn?.segment ?? null}
          />
        </div>
      }
    >
      <p className="sr-only">{t('wheel.segments', { list: values.join(', ') })}</p>
      <Odds values={values} />
      <SpinButton wheel={wheel} />
      <Notes wheel={wheel} drawn={drawn} onLeave={() => onOpenChange(false)} />
    </Dialog>
  );
}

function Odds({ values }: { values: readonly number[] }) {
  const t = useTexts('page');
  const share = (n: number): string => t('wheel.share', { n, of: values.length });
  return (
    <div className="grid gap-3">
      <Perforation />
      <dl className="grid gap-1.5">
        <Row name={t('wheel.nothing')}>{share(values.length - segmentsPaying(1))}</Row>
        <Row name={t('wheel.hundred')}>{share(segmentsPaying(100))}</Row>
        <Row name={t('wheel.mean')}>
          {t('wheel.about', { coins: t('coins.amount', { coins: Math.round(meanWheelCoins) }) })}
        </Row>
      </dl>
      <Perforation />
    </div>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-quiet">{name}</dt>
    <dd className="figures font-bold">{children}</dd>
  </div>
);

function SpinButton({ wheel }: { wheel: Wheel }) {
  const t = useTexts('page');
  if (wheel.loadFailed) {
    return (
      <div className="grid gap-2">
        <p role="alert" className="text-loss">
          {t('wheel.loadFailed')}
        </p>
        <Button variant="secondary" onClick={wheel.reload}>
          {t('ui.retry')}
        </Button>
      </div>
    );
  }
  const busy = wheel.phase !== 'standing';
  return (
    <div className={dialogDock}>
      <Button
        size="action"
        disabled={wheel.spun || wheel.wheel === undefined}
        busy={busy}
        onClick={wheel.spin}
      >
        {t(busy ? 'wheel.spinning' : wheel.spun ? 'wheel.spun' : 'wheel.spin')}
      </Button>
    </div>
  );
}

interface NotesProps {
  wheel: Wheel;
  drawn: { id: string; amount: number } | null;
  onLeave: () => void;
}

/** The result of today, when the next spin is, and how to check it. No live region: the toast has announced it. */
function Notes({ wheel, drawn, onLeave }: NotesProps) {
  const t = useTexts('page');
  const language = useLanguage();
  const { nextSpinAt } = wheel.wheel ?? {};
  return (
    <div className="grid min-h-16 content-start gap-1 text-14 leading-5 text-quiet">
      {wheel.error === null ? null : <p className="text-loss">{wheel.error}</p>}
      {drawn === null ? null : (
        <p className="font-bold text-text">
          <Link
            to={`/rounds/wheel/${drawn.id}`}
            className="rounded-badge underline-offset-3 hover:underline"
            onClick={onLeave}
          >
            {t('wheel.today', { coins: drawn.amount })}
          </Link>
        </p>
      )}
      {wheel.spun && wheel.phase === 'standing' && nextSpinAt !== undefined ? (
        <p>{t('wheel.next', { at: nextSpin(language).format(new Date(nextSpinAt)) })}</p>
      ) : null}
      <p className="flex items-center gap-2 pt-1">
        <SealIcon size={20} className="shrink-0" />
        {drawn === null ? (
          <span>{t('wheel.sealed')}</span>
        ) : (
          <Link
            className="rounded-badge text-seal underline underline-offset-2"
            to={`/fairness?game=wheel&id=${encodeURIComponent(drawn.id)}`}
            onClick={onLeave}
          >
            {t('wheel.proof')}
          </Link>
        )}
      </p>
    </div>
  );
}

const nextSpin = byLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
