/** Icons of Lucide, made of their shapes. */
import type { ReactElement, SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels, 24 unless told. */
  size?: number;
}

export type Icon = (props: IconProps) => ReactElement;

/** The icon of this name, with its shapes as SVG in a square of 24. */
export function createIcon(name: string, shapes: string): Icon {
  const html = { __html: shapes };
  return function Icon({ size = 24, className = '', ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        className={`lucide lucide-${name} ${className}`}
        {...rest}
        dangerouslySetInnerHTML={html}
      />
    );
  };
}
