/**
 * Taiwan's counties and cities as people write them in Latin letters, without the word for their kind, and the counties
 * that became cities in 2010 and 2014.
 */
const COUNTIES: Readonly<Record<string, string>> = {
  臺北市: 'Taipei, 臺北',
  新北市: 'New Taipei, Xinbei, 新北, 臺北縣',
  桃園市: 'Taoyuan, 桃園, 桃園縣',
  臺中市: 'Taichung, 臺中, 臺中縣',
  臺南市: 'Tainan, 臺南, 臺南縣',
  高雄市: 'Kaohsiung, 高雄, 高雄縣',
  基隆市: 'Keelung, Jilong, 基隆',
  新竹市: 'Hsinchu, Xinzhu',
  新竹縣: 'Hsinchu, Xinzhu',
  苗栗縣: 'Miaoli, 苗栗',
  彰化縣: 'Changhua, Zhanghua, 彰化',
  南投縣: 'Nantou, 南投',
  雲林縣: 'Yunlin, 雲林',
  嘉義市: 'Chiayi, Jiayi',
  嘉義縣: 'Chiayi, Jiayi',
  屏東縣: 'Pingtung, Pingdong, 屏東',
  宜蘭縣: 'Yilan, 宜蘭',
  花蓮縣: 'Hualien, Hualian, 花蓮',
  臺東縣: 'Taitung, Taidong, 臺東',
  澎湖縣: 'Penghu, 澎湖',
  金門縣: 'Kinmen, Jinmen, 金門',
  連江縣: 'Lienchiang, Lianjiang, Matsu, 馬祖',
};

/** Townships and districts in Latin letters, without the word for their kind. Places of one name share an entry. */
const TOWNSHIPS = `
中正區 Zhongzheng; 大同區 Datong; 中山區 Zhongshan; 松山區 Songshan; 大安區 Da'an, Daan; 萬華區 Wanhua; 信義區 Xinyi; 士林區 Shilin; 北投區 Beitou;
內湖區 Neihu; 南港區 Nangang; 文山區 Wenshan; 板橋區 Banqiao; 三重區 Sanchong; 中和區 Zhonghe; 永和區 Yonghe; 新莊區 Xinzhuang; 新店區 Xindian;
樹林區 Shulin; 鶯歌區 Yingge; 三峽區 Sanxia; 淡水區 Tamsui, Danshui; 汐止區 Xizhi; 瑞芳區 Ruifang; 土城區 Tucheng; 蘆洲區 Luzhou; 五股區 Wugu;
泰山區 Taishan; 林口區 Linkou; 深坑區 Shenkeng; 三芝區 Sanzhi; 八里區 Bali; 桃園區 Taoyuan; 中壢區 Zhongli, Jhongli; 平鎮區 Pingzhen; 八德區 Bade;
楊梅區 Yangmei; 蘆竹區 Luzhu; 大溪區 Daxi; 龍潭區 Longtan; 龜山區 Guishan; 大園區 Dayuan; 觀音區 Guanyin; 新屋區 Xinwu; 中區 Central; 東區 East;
南區 South; 西區 West; 北區 North; 西屯區 Xitun; 南屯區 Nantun; 北屯區 Beitun; 豐原區 Fengyuan; 大里區 Dali; 太平區 Taiping; 清水區 Qingshui;
沙鹿區 Shalu; 大甲區 Dajia; 東勢區 Dongshi; 梧棲區 Wuqi; 烏日區 Wuri; 神岡區 Shengang; 大肚區 Dadu; 大雅區 Daya; 后里區 Houli; 霧峰區 Wufeng;
潭子區 Tanzi; 龍井區 Longjing; 中西區 West Central; 安平區 Anping; 安南區 Annan; 永康區 Yongkang; 歸仁區 Guiren; 新化區 Xinhua; 佳里區 Jiali;
善化區 Shanhua; 麻豆區 Madou; 新營區 Xinying; 新市區 Xinshi; 仁德區 Rende; 鹽埕區 Yancheng; 鼓山區 Gushan; 左營區 Zuoying; 楠梓區 Nanzi;
三民區 Sanmin; 新興區 Xinxing; 前金區 Qianjin; 苓雅區 Lingya; 前鎮區 Qianzhen; 旗津區 Qijin; 小港區 Xiaogang; 鳳山區 Fengshan; 大寮區 Daliao;
仁武區 Renwu; 岡山區 Gangshan; 橋頭區 Qiaotou; 路竹區 Luzhu; 旗山區 Qishan; 美濃區 Meinong; 林園區 Linyuan; 鳥松區 Niaosong; 仁愛區 Ren'ai, Renai;
安樂區 Anle; 七堵區 Qidu; 暖暖區 Nuannuan; 香山區 Xiangshan; 竹北市 Zhubei; 竹東鎮 Zhudong; 苗栗市 Miaoli; 竹南鎮 Zhunan; 頭份市 Toufen;
彰化市 Changhua; 員林市 Yuanlin; 鹿港鎮 Lukang, Lugang; 和美鎮 Hemei; 南投市 Nantou; 埔里鎮 Puli; 草屯鎮 Caotun; 斗六市 Douliu; 虎尾鎮 Huwei;
北港鎮 Beigang; 太保市 Taibao; 朴子市 Puzi; 民雄鄉 Minxiong; 屏東市 Pingtung; 潮州鎮 Chaozhou; 恆春鎮 Hengchun; 宜蘭市 Yilan; 羅東鎮 Luodong;
頭城鎮 Toucheng; 礁溪鄉 Jiaoxi; 花蓮市 Hualien; 吉安鄉 Ji'an; 臺東市 Taitung; 馬公市 Magong; 金城鎮 Jincheng; 金湖鎮 Jinhu; 南竿鄉 Nangan
`;

const townships = TOWNSHIPS.trim()
  .split(/;\s*/)
  .map((line): [string, string] => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);

/** Other names of Taiwan's places, by level, for each name in the tree. */
export const TAIWAN_ALIASES: readonly Readonly<Record<string, string>>[] = [COUNTIES, Object.fromEntries(townships)];

/** The township that an upgraded district was, and its name without the word for its kind: 板橋市 and 板橋 are 板橋區. */
export const formerNames = (name: string): readonly string[] =>
  name.length > 2 && name.endsWith('區') ? ['', '市', '鎮', '鄉'].map(kind => name.slice(0, -1) + kind) : [];
