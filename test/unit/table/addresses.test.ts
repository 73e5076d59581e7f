import { ipv4 } from '../../../src/readings/address';
import { isNetwork, spanOf } from '../../../src/table/addresses';

/* IP addresses and networks in form fields. */

test.each(['203.0.113.7/32', '0.0.0.0/0', '10.192.4.0/24', '2001:db8::/32', '::1/128'])(
	'%s is a network',
	(text) => expect(isNetwork(text)).toBe(true),
);

test.each([
	'203.0.113.7',
	'999.1.1.1/32',
	'203.0.113.256/32',
	'203.0.113.7/33',
	'203.0.113/24',
	'203.0.113.7./32',
	'203.0.113.7/',
	'::::/1',
	'2001:db8::1::2/64',
	'1:2:3/64',
	'::1/129',
	'::g/64',
	'12345::/64',
	'',
])('"%s" is not a network', (text) => expect(isNetwork(text)).toBe(false));

test.each(['10.0.0.1.', '10.0.0', '10.0.0.0.1', '10.0.0.256', ''])(
	'"%s" is not an IPv4 address',
	(text) => expect(ipv4(text)).toBeUndefined(),
);

test('spanOf gives the whole network for any address in it', () => {
	const first = ipv4('10.192.4.0')!;
	expect(spanOf('10.192.4.17/24')).toEqual({ first, last: first + 255 });
});
