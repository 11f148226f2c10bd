/** The product's logo, identical to the app icon. */
export function ProductMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 512 512" aria-hidden focusable="false">
      <rect width="512" height="512" rx="112" fill="#0b5a6f" />
      <g fill="none" stroke="#fff" strokeLinejoin="round" strokeLinecap="round" strokeWidth="34">
        <path d="M256 104 392 176v160L256 408 120 336V176z" />
        <path d="M120 176l136 74 136-74M256 250v158" />
        <path d="M188 140l136 74v52" stroke="#5fd3c4" />
      </g>
    </svg>
  );
}
