import * as fc from 'fast-check';
import { decodeText } from '../../../../src/triggers/sms/text';

/* Payloads of UCS-2 messages in hexadecimal digits, and texts that only look like them. */

const UCS2 = 8;
const digitsOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
const read = (payload: string) => decodeText([payload], UCS2).text;

/** Short messages in the scripts used for messages to devices. */
const CORPUS: Record<string, string[]> = {
	Arabic: ['الجهاز متصل', 'درجة الحرارة 21، الضغط عادي', 'نعم'],
	Armenian: ['Սարքը միացված է'],
	Bengali: ['যন্ত্রটি চালু আছে', 'হ্যাঁ'],
	Chinese: [
		'是的',
		'设备在线',
		'温度过高,请检查风扇',
		'请使用 App 登录,验证码 482913。',
		'我家的孩子叫翔翀',
		'水表读数:1024 立方米',
		'停止',
		'电池电量低于百分之十',
	],
	'Chinese, traditional': ['設備已離線,請檢查電源。', '溫度過高', '確認'],
	Cyrillic: ['Привет, мир', 'Устройство включено', 'Да', 'Температура 21 °C', 'Уређај је укључен'],
	Devanagari: ['उपकरण चालू है', 'नमस्ते, आप कैसे हैं?'],
	Ethiopic: ['መሣሪያው በርቷል'],
	Georgian: ['მოწყობილობა ჩართულია'],
	Greek: ['Η συσκευή είναι ενεργή', 'Ναι'],
	Gujarati: ['ઉપકરણ ચાલુ છે'],
	Hebrew: ['המכשיר מחובר', 'כן'],
	Japanese: ['デバイスはオフラインです。', 'はい', '温度が高すぎます', 'モーター停止'],
	Kannada: ['ಸಾಧನ ಚಾಲನೆಯಲ್ಲಿದೆ'],
	Khmer: ['ឧបករណ៍បើក'],
	Korean: ['장치가 오프라인입니다', '네', '온도 21도, 정상'].filter((text) => text.length > 1),
	Malayalam: ['ഉപകരണം ഓണാണ്'],
	Tamil: ['சாதனம் இயங்குகிறது'],
	Telugu: ['పరికరం ఆన్‌లో ఉంది'],
	Thai: ['อุปกรณ์ออนไลน์', 'กรุณาตรวจสอบ'],
	Vietnamese: ['Thiết bị đang bật', 'Được'],
	Turkish: ['Cihaz açık, sıcaklık 21 °C', 'ışığı söndür'],
	emoji: ['👍🏽', '😀😀', '❤️🇩🇪'],
};

test.each(Object.entries(CORPUS))('decodes messages in %s', (_, messages) => {
	for (const message of messages) {
		expect(read(digitsOf(message))).toBe(message);
		expect(read(digitsOf(message).toUpperCase())).toBe(message);
	}
});

test('decodes random sentences of everyday Chinese', () => {
	const letters = [...CORPUS.Chinese!, ...CORPUS['Chinese, traditional']!]
		.join('')
		.match(/[^翔翀\P{Script=Han}]/gu)!;
	const sentence = fc
		.array(fc.constantFrom(...letters), { minLength: 3, maxLength: 70 })
		.map((all) => all.join(''));
	// Purely decimal digits are ambiguous; texts of three letters or more hardly ever have only those.
	const plain = sentence.filter((text) => /[a-f]/.test(digitsOf(text)));
	fc.assert(
		fc.property(plain, (text) => expect(read(digitsOf(text))).toBe(text)),
		{ numRuns: 500 },
	);
});

/** How many of these texts of hexadecimal digits, as devices send data, are mistaken for another script. */
function mistaken(alphabet: string, length: number, count: number): number {
	const anyText = fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length });
	const texts = fc.sample(anyText, { numRuns: count, seed: 23 }).map((all) => all.join(''));
	// A code unit that begins with 00 is Latin, for which another rule applies.
	const others = texts.filter((text) => !/^(?:.{4})*00/.test(text));
	return others.filter((text) => read(text) !== text).length;
}

test.each([
	[8, 0.04],
	[12, 0.01],
	[16, 0.01],
	[32, 0.001],
])(
	'leaves data of %d random hex digits undecoded, except for a share of at most %d',
	(length, most) => {
		const count = 3_000;
		expect(mistaken('0123456789abcdef', length, count) / count).toBeLessThanOrEqual(most);
	},
);

test('leaves decimal digits undecoded, except for at most one text in two hundred', () => {
	for (const length of [4, 8, 12, 16, 20, 32])
		expect(mistaken('0123456789', length, 3_000)).toBeLessThanOrEqual(15);
});

test.each([
	'20250612',
	'06122025',
	'202506120930',
	'20261122',
	'DEADBEEF',
	'CAFEBABE',
	'cafe',
	'A1B2C3D4',
	'ffffffff',
	'd83d',
	'de00d83d',
])('leaves %s undecoded', (text) => expect(read(text)).toBe(text));
