/** A small parachute: on the badge of a bet that waits or flies with one, and where it is chosen and has opened. */
import { useTexts } from '../texts.ts';

export const ParachuteIcon = () => (
  <svg
    viewBox="0 0 16 16"
    className="inline size-3.5 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M1.2 7.4a6.8 6.2 0 0 1 13.6 0q-1.7-1.5-3.4 0-1.7-1.5-3.4 0-1.7-1.5-3.4 0-1.7-1.5-3.4 0z" />
    <path d="M1.2 7.4 8 15l6.8-7.6M8 7.4V15" />
  </svg>
);

export function ParachuteMark() {
  const t = useTexts('page');
  return (
    <>
      <ParachuteIcon />
      <span className="sr-only">{t('aviator.withParachute')}</span>
    </>
  );
}
