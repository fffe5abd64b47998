/** What is known of a function that is called, by its name or where it is declared. */
import { types, type NodePath } from '@babel/core';

export const isHookName = (name: string): boolean => /^use([A-Z]|$)/.test(name);

/**
 * Own hooks that read the function at this place of their arguments by an effect event: it may be another one at each
 * render. `find-unstable-uses.ts` verifies it.
 */
export const readArguments: ReadonlyMap<string, number> = new Map([
  ['useGameEvents', 1],
  ['useLiveMessage', 1],
  ['useOpenLayer', 1],
  ['useReconnected', 0],
  ['useServerNow', 0],
]);

/** Of a function or a method. */
export function nameOfCallee(callee: types.Node): string | undefined {
  const isMember = types.isMemberExpression(callee) || types.isOptionalMemberExpression(callee);
  const name = isMember ? callee.property : callee;
  return types.isIdentifier(name) ? name.name : undefined;
}

/** Functions of which the name is enough to know that they return a string, a number or a boolean. */
export const isPrimitiveFunction = (name: string): boolean =>
  /^(t|cn|short|balanceOf|String|Number|Boolean|parseInt|parseFloat|(format|is|has|can)[A-Z]\w*|\w+Class)$/.test(
    name,
  );

const primitiveMethod =
  /^(includes|some|every|indexOf|findIndex|findLastIndex|join|trim|toString|startsWith|endsWith|toFixed|padStart|padEnd|replace|replaceAll|charAt|toLowerCase|toUpperCase|toISOString|getTime|test|has)$/;
const primitiveObject = /^(Math|Number|Date)$/;

export function returnsPrimitive(call: NodePath<types.CallExpression>): boolean {
  const { callee } = call.node;
  const name = nameOfCallee(callee);
  if (name === undefined) return false;
  if (isPrimitiveFunction(name)) return true;
  if (types.isIdentifier(callee)) return isDeclaredPrimitive(call, name);
  if (primitiveMethod.test(name)) return true;
  const object = types.isMemberExpression(callee) ? callee.object : undefined;
  return types.isIdentifier(object) && primitiveObject.test(object.name);
}

/** A function of the same file whose declared result is one. */
function isDeclaredPrimitive(path: NodePath, name: string): boolean {
  const found = path.scope.getBinding(name)?.path;
  const made = found?.isVariableDeclarator() ? found.get('init') : found;
  if (!made?.isFunction()) return false;
  const { returnType } = made.node;
  const type = types.isTSTypeAnnotation(returnType) ? returnType.typeAnnotation : undefined;
  return types.isTSStringKeyword(type) || types.isTSNumberKeyword(type) || types.isTSBooleanKeyword(type);
}
