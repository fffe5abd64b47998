/** The wheel as a small mark: eight segments on a teal rim under the lantern. */
import { short } from '@fairground/site-kit/art/random.ts';

export function WheelMark({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden="true">
      <circle cx={14} cy={15} r={9.4} fill="none" stroke="var(--scene-teal)" strokeWidth={3} />
      <path
        d="M14 6V24M5 15H23M7.6 8.6L20.4 21.4M20.4 8.6L7.6 21.4"
        stroke="currentColor"
        strokeWidth={1.2}
        opacity={0.7}
      />
      {Array.from({ length: 8 }, (_, index) => {
        const angle = (Math.PI * 2 * index) / 8;
        return (
          <circle
            key={index}
            cx={short(14 + Math.sin(angle) * 9.4)}
            cy={short(15 - Math.cos(angle) * 9.4)}
            r={2.7}
            fill={index % 2 === 0 ? 'var(--scene-rocket)' : 'var(--scene-gold)'}
          />
        );
      })}
      <circle cx={14} cy={15} r={3} fill="currentColor" />
      <path d="M10.4 0H17.6L14 6Z" fill="var(--scene-gold)" stroke="var(--raised)" strokeWidth={1} />
    </svg>
  );
}
