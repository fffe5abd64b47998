/**
 * `npm run avatars`: draws the twenty pictures that players choose from into apps/web/public/avatars. One family
 * of people and animals of the fair: flat shapes without outlines, one shade each, in the colours of the brand.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from './chromium.ts';

const ink = '#0e0b1f';
const night = '#2b2558';
const cream = '#fff8ea';
const sand = '#eadfc8';
const bulb = '#ffd166';
const amber = '#ffb627';
const ticket = '#ff6b6b';
const brick = '#c9463f';
const mint = '#4fe0b0';
const sea = '#2f8087';
const sky = '#6cc5ff';
const plum = '#9b5de5';
const shade = 'fill="#0e0b1f" opacity=".14"';

const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const oval = (x: number, y: number, [rx, ry]: [number, number], fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
/** The same again on the other side of the middle. */
const twice = (drawn: string): string => `${drawn}<g transform="matrix(-1 0 0 1 256 0)">${drawn}</g>`;
/** The right half of a face lies in the shade. */
const halfShade = (d: string): string => `<path d="${d}" ${shade}/>`;

const dots = (y: number, apart = 30, r = 8): string =>
  twice(circle(128 - apart, y, r, ink) + circle(125 - apart, y - 3, r / 3, cream));
const smile = (y: number, width = 26, depth = 16): string =>
  line(`M${128 - width} ${y}Q128 ${y + depth * 2} ${128 + width} ${y}`, ink, 6);
const grin = (y: number, width = 28): string =>
  shape(
    `M${128 - width} ${y}H${128 + width}Q${128 + width} ${y + 30} 128 ${y + 30}T${128 - width} ${y}Z`,
    ink,
  ) + shape(`M${132 - width} ${y}H${124 + width}V${y + 8}H${132 - width}Z`, cream);
const cheeks = (y: number, fill = ticket): string => `<g opacity=".45">${twice(circle(78, y, 13, fill))}</g>`;
const brows = (y: number, fill: string): string => twice(line(`M82 ${y + 4}Q96 ${y - 6} 110 ${y}`, fill, 7));
const moustache = (y: number, fill: string): string =>
  twice(
    shape(
      `M128 ${y}C112 ${y - 12} 88 ${y - 2} 78 ${y + 16}C70 ${y + 14} 66 ${y + 6} 68 ${y}C60 ${y + 22} 84 ${y + 34} 128 ${y + 12}Z`,
      fill,
    ),
  );

const shoulders = (fill: string, trim = ''): string =>
  shape('M24 256C24 214 62 196 128 196S232 214 232 256Z', fill) +
  `<path d="M128 196C194 196 232 214 232 256H128Z" ${shade}/>` +
  trim;
const neck = (skin: string): string =>
  shape('M104 170H152V206Q128 224 104 206Z', skin) + `<path d="M104 178H152V194Q128 206 104 190Z" ${shade}/>`;
const head = (skin: string): string =>
  oval(128, 122, [66, 70], skin) +
  halfShade('M128 52A66 70 0 0 1 128 192A90 100 0 0 0 128 52Z') +
  twice(circle(62, 126, 14, skin));
const stripes = (one: string, other: string): string =>
  shoulders(
    one,
    [52, 92, 132, 172, 212]
      .map((x) => shape(`M${x} 256L${x * 0.75 + 32} 200H${x * 0.75 + 44}L${x + 18} 256Z`, other))
      .join(''),
  );
const person = (skin: string, clothes: string, drawn: string): string =>
  clothes + neck(skin) + head(skin) + drawn;

const skins = { fair: '#f7cfa8', warm: '#dc9c6c', brown: '#a9683f', deep: '#6f4128' };

interface Picture {
  ground: string;
  drawn: string;
}

/** In the order of their numbers, 1 to 20. */
const pictures: readonly Picture[] = [
  // The ringmaster.
  {
    ground: sea,
    drawn: person(
      skins.fair,
      shoulders(
        brick,
        shape('M104 200L128 256L152 200L128 214Z', cream) +
          shape('M112 204L128 214L144 204V224L128 214L112 224Z', ink),
      ),
      shape('M76 66H180V-4H76Z', night) +
        shape('M128 66H180V-4H128Z', ink) +
        shape('M74 48H182V68H74Z', ticket) +
        oval(128, 72, [78, 11], night) +
        brows(100, night) +
        dots(118) +
        moustache(144, night) +
        smile(164, 12, 5),
    ),
  },
  // The clown.
  {
    ground: sky,
    drawn: person(
      '#ffe3cf',
      shoulders(
        mint,
        [60, 96, 128, 160, 196].map((x) => circle(x, 208 + Math.abs(x - 128) / 9, 20, cream)).join(''),
      ),
      twice([44, 38, 50].map((x, at) => circle(x, 82 + at * 28, 26, ticket)).join('')) +
        shape('M96 58L128 -6L160 58Q128 70 96 58Z', plum) +
        circle(128, 4, 13, bulb) +
        twice(oval(98, 112, [15, 20], cream)) +
        dots(116, 30, 9) +
        oval(128, 152, [36, 20], cream) +
        grin(148, 24) +
        circle(128, 132, 17, ticket) +
        circle(123, 127, 5, cream),
    ),
  },
  // The lion.
  {
    ground: '#7a3f9e',
    drawn:
      shoulders('#d98a2b') +
      Array.from({ length: 14 }, (_, at) =>
        circle(
          128 + 78 * Math.cos((at * Math.PI) / 7),
          122 + 78 * Math.sin((at * Math.PI) / 7),
          27,
          at % 2 ? '#b5601f' : '#c9742a',
        ),
      ).join('') +
      twice(circle(72, 66, 20, amber) + circle(72, 66, 10, '#b5601f')) +
      oval(128, 126, [66, 64], amber) +
      halfShade('M128 62A66 64 0 0 1 128 190A90 96 0 0 0 128 62Z') +
      oval(128, 154, [38, 28], cream) +
      dots(114, 30, 9) +
      shape('M112 134H144L128 152Z', ink) +
      line('M128 150V162M128 162Q112 176 100 164M128 162Q144 176 156 164', ink, 5),
  },
  // The fox.
  {
    ground: night,
    drawn:
      shoulders('#d9592e', shape('M92 256L128 204L164 256Z', cream)) +
      twice(shape('M62 110L52 26L116 70Z', '#e8703a') + shape('M68 88L63 48L96 72Z', ink)) +
      shape('M44 104Q128 44 212 104Q196 176 128 204Q60 176 44 104Z', '#e8703a') +
      halfShade('M128 68Q180 72 212 104Q196 176 128 204Z') +
      twice(shape('M44 108Q76 120 100 132Q116 150 128 204Q62 176 44 108Z', cream)) +
      dots(118, 34, 9) +
      oval(128, 188, [15, 12], ink) +
      circle(123, 184, 4, cream),
  },
  // The owl.
  {
    ground: '#1d4f63',
    drawn:
      shoulders(
        '#8a6246',
        [72, 100, 128, 156, 184]
          .map((x) => shape(`M${x - 14} 214Q${x} 246 ${x + 14} 214Z`, '#b98a63'))
          .join(''),
      ) +
      twice(shape('M60 84L56 28L112 62Z', '#6d4a33')) +
      oval(128, 122, [78, 74], '#8a6246') +
      halfShade('M128 48A78 74 0 0 1 128 196A100 110 0 0 0 128 48Z') +
      twice(
        circle(96, 112, 40, sand) +
          circle(96, 112, 28, bulb) +
          circle(96, 112, 15, ink) +
          circle(90, 106, 5, cream),
      ) +
      shape('M114 138H142L128 170Z', amber),
  },
  // The rabbit out of the hat.
  {
    ground: ticket,
    drawn:
      twice(
        `<g transform="rotate(-9 100 60)">${oval(98, 46, [20, 58], cream)}${oval(98, 50, [10, 42], '#f5a9a4')}</g>`,
      ) +
      oval(128, 136, [64, 60], cream) +
      halfShade('M128 76A64 60 0 0 1 128 196A84 90 0 0 0 128 76Z') +
      cheeks(150) +
      dots(124, 28, 9) +
      shape('M116 144H140L128 156Z', brick) +
      line('M128 156V164M128 164Q116 174 106 166M128 164Q140 174 150 166', ink, 5) +
      shape('M120 170H136V184H120Z', '#ffffff') +
      shape('M50 204H206L192 270H64Z', ink) +
      shape('M54 218H202L199 236H57Z', plum) +
      oval(128, 202, [98, 14], night),
  },
  // The bear.
  {
    ground: mint,
    drawn:
      shoulders(brick, shape('M88 204Q128 228 168 204L160 220Q128 236 96 220Z', bulb)) +
      twice(circle(70, 66, 27, '#8b5a3a') + circle(70, 66, 14, '#c79468')) +
      oval(128, 122, [74, 72], '#8b5a3a') +
      halfShade('M128 50A74 72 0 0 1 128 194A96 104 0 0 0 128 50Z') +
      oval(128, 152, [38, 30], '#d9ab7f') +
      dots(110, 32, 9) +
      oval(128, 136, [16, 11], ink) +
      line('M128 146V158M128 158Q114 170 104 160M128 158Q142 170 152 160', ink, 5),
  },
  // The cat.
  {
    ground: bulb,
    drawn:
      shoulders(night) +
      twice(shape('M58 100L54 26L114 64Z', '#3d3470') + shape('M66 82L64 46L94 66Z', '#f5a9a4')) +
      oval(128, 124, [76, 68], '#3d3470') +
      halfShade('M128 56A76 68 0 0 1 128 192A96 104 0 0 0 128 56Z') +
      twice(oval(94, 116, [22, 20], mint) + oval(94, 116, [7, 17], ink) + circle(90, 110, 4, cream)) +
      shape('M118 142H138L128 152Z', '#f5a9a4') +
      line('M128 152V158M128 158Q116 168 106 160M128 158Q140 168 150 160', cream, 4) +
      twice(line('M78 150L36 144M78 160L38 168', cream, 3)),
  },
  // The fortune teller.
  {
    ground: plum,
    drawn: person(
      skins.brown,
      shoulders(
        '#5b2a86',
        [84, 106, 128, 150, 172].map((x) => circle(x, 214 - Math.abs(x - 128) / 7, 8, bulb)).join(''),
      ),
      shape('M56 112Q48 36 128 34Q208 36 200 112Q178 74 128 74Q78 74 56 112Z', ticket) +
        shape('M128 34Q208 36 200 112Q178 74 128 74Z', brick) +
        shape('M192 96Q224 120 214 176Q196 150 188 112Z', ticket) +
        circle(128, 60, 15, bulb) +
        circle(128, 60, 7, sea) +
        brows(104, ink) +
        dots(122) +
        smile(152, 20, 10) +
        cheeks(144) +
        twice(
          circle(60, 150, 13, 'none') +
            `<circle cx="60" cy="156" r="12" fill="none" stroke="${bulb}" stroke-width="6"/>`,
        ),
    ),
  },
  // The strong man.
  {
    ground: '#e07b39',
    drawn: person(
      skins.warm,
      shoulders(
        skins.warm,
        shape('M84 202L62 256H194L172 202L152 196L128 226L104 196Z', ticket) +
          [90, 128, 166]
            .map((x) => shape(`M${x - 8} 216L${x - 12} 256H${x + 12}L${x + 8} 216Z`, cream))
            .join(''),
      ),
      shape('M66 92Q92 46 128 52Q164 46 190 92Q160 66 128 68Q96 66 66 92Z', ink) +
        brows(100, ink) +
        dots(118) +
        moustache(142, ink) +
        line('M66 146Q54 142 56 128M190 146Q202 142 200 128', ink, 7) +
        smile(166, 12, 5),
    ),
  },
  // The balloon seller.
  {
    ground: sky,
    drawn:
      circle(208, 52, 36, ticket) +
      circle(198, 42, 9, cream) +
      shape('M200 86L216 86L208 78Z', brick) +
      line('M208 88Q196 140 206 214', cream, 3) +
      person(
        skins.deep,
        shoulders(bulb, shape('M108 200L128 220L148 200L140 256H116Z', sea)),
        shape('M60 98Q64 40 128 40Q192 40 196 98Z', sea) +
          shape('M128 40Q192 40 196 98H128Z', '#246a70') +
          shape('M48 102Q40 88 62 86H176Q210 88 206 104Q130 86 48 102Z', amber) +
          brows(108, ink) +
          dots(124) +
          grin(148),
      ),
  },
  // The mime.
  {
    ground: sand,
    drawn: person(
      '#fffdf6',
      shoulders(
        cream,
        [214, 230, 246]
          .map((y) =>
            shape(`M${40 - (y - 214) / 3} ${y}H${216 + (y - 214) / 3}V${y + 8}H${40 - (y - 214) / 3}Z`, ink),
          )
          .join(''),
      ),
      shape('M58 100Q60 62 92 60Q128 60 164 60Q196 62 198 100Q190 82 168 84H88Q66 82 58 100Z', ink) +
        oval(120, 56, [74, 26], brick) +
        oval(132, 54, [60, 20], ticket) +
        circle(126, 32, 6, brick) +
        twice(line('M98 100V138', ink, 5)) +
        dots(120, 30, 9) +
        brows(98, ink) +
        line('M112 156Q128 166 144 156', brick, 9) +
        cheeks(146),
    ),
  },
  // The moon.
  {
    ground: ink,
    drawn:
      [
        [40, 44],
        [214, 70],
        [52, 190],
        [206, 204],
        [150, 26],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 4, bulb))
        .join('') +
      circle(128, 132, 90, bulb) +
      halfShade('M128 42A90 90 0 0 1 128 222A120 120 0 0 0 128 42Z') +
      `<g ${shade}>${circle(82, 84, 13, ink)}${circle(182, 168, 17, ink)}${circle(172, 78, 8, ink)}</g>` +
      twice(line('M84 120Q98 132 112 120', ink, 7)) +
      smile(160, 26, 12) +
      cheeks(150) +
      shape('M66 76Q70 -6 152 10Q206 22 214 62L196 66Q192 52 176 50Q128 28 66 76Z', plum) +
      circle(208, 70, 14, cream),
  },
  // The sun.
  {
    ground: '#3a8fd6',
    drawn:
      Array.from(
        { length: 12 },
        (_, at) =>
          `<path d="M112 50L128 6L144 50Z" fill="${at % 2 ? amber : bulb}" transform="rotate(${at * 30} 128 128)"/>`,
      ).join('') +
      circle(128, 128, 76, amber) +
      halfShade('M128 52A76 76 0 0 1 128 204A100 100 0 0 0 128 52Z') +
      cheeks(144, brick) +
      dots(118, 28, 9) +
      grin(142),
  },
  // The fortune machine.
  {
    ground: '#59408f',
    drawn:
      line('M128 56V22', sand, 7) +
      circle(128, 20, 12, ticket) +
      shoulders('#8796a5', [88, 128, 168].map((x) => circle(x, 226, 9, x === 128 ? ticket : bulb)).join('')) +
      shape('M108 176H148V206H108Z', '#5d6b7a') +
      shape('M60 70Q60 52 78 52H178Q196 52 196 70V164Q196 184 176 184H80Q60 184 60 164Z', '#a9b8c6') +
      halfShade('M128 52H178Q196 52 196 70V164Q196 184 176 184H128Z') +
      shape('M46 100H60V140H46ZM196 100H210V140H196Z', '#5d6b7a') +
      shape('M76 84Q76 76 84 76H172Q180 76 180 84V128Q180 136 172 136H84Q76 136 76 128Z', ink) +
      twice(circle(104, 106, 15, mint) + circle(100, 102, 4, cream)) +
      shape('M92 152H164V170H92Z', ink) +
      [100, 116, 132, 148].map((x) => shape(`M${x} 154H${x + 9}V168H${x}Z`, bulb)).join(''),
  },
  // The lady of the ticket booth.
  {
    ground: '#f2a65a',
    drawn:
      circle(128, 34, 30, '#7b7f92') +
      person(
        skins.warm,
        shoulders(sea, shape('M100 200L128 232L156 200L144 196H112Z', cream) + circle(128, 236, 9, ticket)),
        shape('M58 128Q50 44 128 46Q206 44 198 128Q190 86 150 82Q120 96 78 90Q62 100 58 128Z', '#8f93a6') +
          twice(
            `<circle cx="98" cy="122" r="22" fill="${cream}" fill-opacity=".35" stroke="${brick}" stroke-width="6"/>`,
          ) +
          line('M120 120Q128 114 136 120', brick, 6) +
          dots(122, 30, 7) +
          smile(158, 18, 9) +
          cheeks(154),
      ),
  },
  // The pirate of the swing boat.
  {
    ground: '#256d85',
    drawn: person(
      skins.fair,
      stripes(cream, brick),
      shape('M56 106Q54 44 128 42Q202 44 200 106Q128 76 56 106Z', ticket) +
        shape('M128 42Q202 44 200 106Q166 90 128 90Z', brick) +
        [88, 116, 146, 172].map((x) => circle(x, 66 + Math.abs(x - 128) / 6, 6, cream)).join('') +
        shape('M194 92L232 110L214 122L228 146L196 118Z', ticket) +
        line('M62 100L150 132', ink, 6) +
        oval(98, 120, [19, 17], ink) +
        circle(158, 120, 8, ink) +
        circle(155, 117, 3, cream) +
        line('M146 100Q160 94 172 100', '#8b5a3a', 7) +
        shape('M74 148Q128 136 182 148Q176 192 128 194Q80 192 74 148Z', '#8b5a3a') +
        grin(158, 20),
    ),
  },
  // The rocket pilot.
  {
    ground: night,
    drawn:
      [
        [30, 60],
        [226, 40],
        [40, 150],
        [222, 170],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 4, cream))
        .join('') +
      shoulders(
        cream,
        shape('M96 214H160V240H96Z', sky) + circle(112, 227, 6, ticket) + circle(132, 227, 6, bulb),
      ) +
      circle(128, 114, 92, cream) +
      halfShade('M128 22A92 92 0 0 1 128 206A124 124 0 0 0 128 22Z') +
      circle(128, 116, 74, '#123a5c') +
      `<clipPath id="visor"><circle cx="128" cy="116" r="74"/></clipPath><g clip-path="url(#visor)">${oval(128, 128, [56, 62], skins.brown)}${shape('M68 116Q66 54 128 54Q190 54 188 116Q164 84 128 88Q92 84 68 116Z', ink)}${dots(124, 24, 8)}${smile(150, 18, 10)}</g>` +
      shape('M76 84Q96 54 126 50Q96 66 84 96Z', cream) +
      twice(shape('M28 96H44V140H28Z', ticket)),
  },
  // The frog.
  {
    ground: '#f4d58d',
    drawn:
      shoulders('#2c9c6a', shape('M104 204H152L128 236Z', bulb)) +
      twice(
        circle(82, 64, 34, '#3fbf84') +
          circle(82, 62, 23, cream) +
          circle(84, 64, 12, ink) +
          circle(80, 59, 4, cream),
      ) +
      oval(128, 132, [84, 66], '#3fbf84') +
      halfShade('M128 66A84 66 0 0 1 128 198A108 104 0 0 0 128 66Z') +
      line('M70 140Q128 196 186 140', ink, 7) +
      cheeks(140) +
      twice(circle(116, 120, 4, '#1f6d4a')) +
      shape('M92 34L102 4L116 26L128 0L140 26L154 4L164 34Z', amber),
  },
  // The elephant.
  {
    ground: '#e58fb1',
    drawn:
      shoulders('#7d8ba3') +
      twice(oval(46, 112, [44, 56], '#8fa0ba') + oval(48, 114, [28, 40], '#f2b8c9')) +
      oval(128, 108, [64, 70], '#8fa0ba') +
      halfShade('M128 38A64 70 0 0 1 128 178A90 100 0 0 0 128 38Z') +
      shape(
        'M100 128Q96 224 138 232Q170 234 170 206Q170 196 160 196Q152 198 152 206Q150 214 142 210Q146 170 156 128Z',
        '#8fa0ba',
      ) +
      [152, 170, 188].map((y) => line(`M108 ${y}Q124 ${y + 8} 142 ${y}`, '#6d7b94', 4)).join('') +
      dots(104, 32, 9) +
      shape('M76 56Q128 16 180 56L166 74Q128 50 90 74Z', brick) +
      circle(128, 48, 12, bulb),
  },
];

const folder = join(import.meta.dirname, '../apps/web/public/avatars');
await mkdir(folder, { recursive: true });
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
  for (const [index, { ground, drawn }] of pictures.entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256"><rect width="256" height="256" fill="${ground}"/>${drawn}</svg>`;
    await page.setContent(`<style>body{margin:0}</style>${svg}`);
    await writeFile(join(folder, `avatar${index + 1}.png`), await page.screenshot());
  }
} finally {
  await browser.close();
}
