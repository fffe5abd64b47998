/** Parts of games by their folders. Apart from the list of games, so that a worker can use it without their pages. */

export interface Module<Part> {
  default: Part;
}

/** Parts by the folder of their game, from what `import.meta.glob` found under `games/`. */
export const byFolder = <Part>(modules: Record<string, Module<Part>>): ReadonlyMap<string, Part> =>
  new Map(
    Object.entries(modules).flatMap(([path, part]) => {
      const folder = /\/games\/([\w-]+)\/web\//.exec(path)?.[1];
      return folder === undefined ? [] : [[folder, part.default] as const];
    }),
  );
