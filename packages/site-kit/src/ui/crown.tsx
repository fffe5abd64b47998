/** The crowns of the first three: gold, silver, bronze, each with its place on it. */
const metals = ['#ffc93c', '#c9d3e2', '#d48a52'];

export function Crown({ place }: { place: number }) {
  const metal = metals[place - 1];
  return (
    <svg viewBox="0 0 36 32" width={36} height={32} aria-hidden="true" className="shrink-0">
      <path d="M3 8L11 16L18 4L25 16L33 8L30 29H6Z" fill={metal} />
      <path d="M18 4L25 16L33 8L30 29H18Z" fill="#0e0b1f" opacity={0.14} />
      <circle cx={3.5} cy={7} r={3} fill={metal} />
      <circle cx={18} cy={4} r={3} fill={metal} />
      <circle cx={32.5} cy={7} r={3} fill={metal} />
      <text
        x={18}
        y={26.5}
        textAnchor="middle"
        fontSize={13}
        fontWeight={700}
        fill="#3a2203"
        fontFamily="Figtree, sans-serif"
      >
        {place}
      </text>
    </svg>
  );
}
