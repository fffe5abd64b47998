import { i18n } from '@fairground/site-kit/i18n/i18n.ts';
import english from '@fairground/site-kit/messages/en.json' with { type: 'json' };
import { I18nProvider } from '@lingui/react';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { OutcomeBadge } from '@fairground/game-kit/web';

// Other tests share the texts.
beforeAll(() => i18n.load('en', english.shell));

function show(props: Omit<ComponentProps<typeof OutcomeBadge>, 'word'>) {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <OutcomeBadge word="Win" {...props} />
    </I18nProvider>,
  );
  const spoken = html.replaceAll(/<[^>]*>/g, '');
  const seen = html.replaceAll(/<span class="sr-only">[^<]*<\/span>/g, '').replaceAll(/<[^>]*>/g, '');
  return { seen, spoken, tone: /text-(win|quiet|loss|coin|info)/.exec(html)?.[1] };
}

describe('the outcome of a bet', () => {
  it('is green and shows the net next to the payout where that is above the stake', () => {
    expect(show({ outcome: 'win', stake: 100, paid: 118 })).toEqual({
      seen: '118 (+18)',
      spoken: 'Win 118 (net +18)',
      tone: 'win',
    });
  });

  it('is neutral where the payout is the stake, or less', () => {
    const even = show({ outcome: 'win', stake: 50, paid: 50 });
    expect(even).toEqual({ seen: '50 (±0)', spoken: 'Win 50 (net ±0)', tone: 'quiet' });
    const below = show({ outcome: 'win', stake: 1000, paid: 990, isWordShown: true });
    expect(below).toEqual({ seen: 'Win 990 (−10)', spoken: 'Win 990 (net −10)', tone: 'quiet' });
  });

  it('shows the stake alone where nothing was won', () => {
    const lost = show({ outcome: 'loss', stake: 1000, paid: 0 });
    expect(lost).toEqual({ seen: '1,000', spoken: 'Win 1,000', tone: 'loss' });
    expect(show({ outcome: 'pending', stake: 10, paid: 0 }).tone).toBe('coin');
    expect(show({ outcome: 'void', stake: 10, paid: 10 })).toMatchObject({ seen: '10', tone: 'info' });
  });
});
