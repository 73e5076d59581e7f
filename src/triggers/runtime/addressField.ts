import * as f from '../../table/fields';

/** For a service that reaches what the internet does not; see reachable.ts. */
export const privateAddress = f.flag({
	label: 'Allow Private Address',
	hint: 'Whether to register an address that only a private network knows, or one without https. The service must be able to call it.',
});
