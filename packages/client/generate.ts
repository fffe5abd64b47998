/** Types of an OpenAPI document. It is here because the generator needs an older TypeScript than the project's. */
import generate, { astToString, type OpenAPI3 } from 'openapi-typescript';

export const generateTypes = async (document: object): Promise<string> =>
  astToString(await generate(document as OpenAPI3, { alphabetize: true }));
