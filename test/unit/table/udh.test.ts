import { partNumberIn } from '../../../src/table/entries/sms/udh';

/* The position of a part, as the header of its message tells it. */

test.each([
	['a reference of 8 bits', '050003AB0201', { reference: 'ab', total: 2, part: 1 }],
	['a reference of 16 bits', '06080400AB0302', { reference: '00ab', total: 3, part: 2 }],
	['behind ports', '0B0504158115810003AB0202', { reference: 'ab', total: 2, part: 2 }],
	['before ports', '0B0003AB0202050415811581', { reference: 'ab', part: 2 }],
	['behind ports, 16 bits', '0C050415811581080412340201', { reference: '1234' }],
	['the last of two', '0A00030102010003020302', { reference: '02', total: 3, part: 2 }],
])('is read: %s', (_name, udh, position) => {
	expect(partNumberIn(udh)).toMatchObject(position);
});

test.each([
	['no header', ''],
	['ports alone', '06050415811581'],
	['a message in one part', '050003AB0101'],
	['part 0', '050003AB0200'],
	['a part above the total', '050003AB0203'],
	['an element that is torn off', '050003AB02'],
	['an element of another length', '040002AB02'],
	['an element behind the end of the header', '0205000003AB0201'],
	['no hexadecimal digits', '050003XXYYZZ'],
])('is none: %s', (_name, udh) => {
	expect(partNumberIn(udh)).toBeUndefined();
});
