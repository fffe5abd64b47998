/** A QR code as one path, dark on light in every theme: cameras expect that. */
import { encode } from 'uqr';

/** Cameras want a margin of four modules. */
const margin = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: margin, ecc: 'M' });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 justify-self-center rounded-control"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}

/** What an authenticator app is given where it cannot read the code, in groups of four. */
export const SetupKey = ({ secret }: { secret: string }) => (
  <code className="figures text-16 leading-6 wrap-anywhere">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
);
