/** The picture of the card for games to come: a shutter that is down. */

const slats = Array.from({ length: 7 }, (_, at) => 34 + at * 14);

export const ClosedCard = () => (
  <svg viewBox="0 0 288 132" width="100%" preserveAspectRatio="xMidYMid slice" aria-hidden>
    <rect width="288" height="132" fill="#3a3464" />
    {slats.map((y) => (
      <rect key={y} y={y} width="288" height="2" fill="#0e0b1f" opacity=".3" />
    ))}
    <path d="M144 20v24M118 66l26-22 26 22" fill="none" stroke="#d9cba9" strokeWidth="1.5" />
    <g transform="rotate(-3 144 82)">
      <rect x="92" y="64" width="104" height="40" rx="4" fill="#efdfb8" />
      <path d="M102 77h84M102 91h56" stroke="#151130" strokeWidth="4" strokeDasharray="14 6" opacity=".55" />
    </g>
  </svg>
);
