/**
 * The most common passwords in lower case: the 8,000 most common ones of zxcvbn 4.4.2 (frequency_lists, MIT, Dropbox),
 * and the long ones among its top 30,000. Passwords with punctuation or fewer than four characters are omitted, because
 * the password rule compares words without punctuation.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
000000 0000007 000001 000007 0001 000111 0007 007007 007700 007bond 01011 01011900 01011910 01011950 01011960 01011961 01011970 01011971
01011972 01011973 01011974 01011975 01011976 01011977 01011978 01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986
01011987 01011988 01011989 01011990 01011991 01011992 01011993 01011994 01011995 01011999 01012000 01012001 01012010 01012011 010180
010203 01020304 010203040506 01021990 01031985 01031988 01031989 01041985 01041988 01061986 01061990 01071986 01081989 01091987 01091989
01121986 01121988 012345678910 014702580369 0192837465 01telemike01 02011971 02011975 02011980 02011981 02011982 02011983 02011984
02011985 02011986 02011987 02011988 02011989 02021971 02021973 02021976 02021979 02021981 02021982 02021983 02021984 02021985 02021986
02021987 02021988 02021989 02021990 02031970 02031973 02031974 02031975 02031977 02031978 02031979 02031980 02031981 02031982 02031984
02031985 02031986 02031987 02031988 02031989 02041972 02041973 02041974 02041975 02041976 02041977 02041978 02041979 02041980 02041981
02041982 02041983 02041984 02041985 02041986 02041987 02041988 02041989 02051970 02051972 02051973 02051975 02051976 02051977 02051978
02051980 02051981 02051982 02051983 02051984 02051985 02051986 02051987 02051988 02051989 02061971 02061972 02061974 02061976 02061977
02061980 02061982 02061983 02061984 02061985 02061986 02061987 02061988 02061989 02071971 02071975 02071976 02071978 02071979 02071980
02071981 02071982 02071983 02071984 02071986 02071987 02071988 02071989 02081970 02081973 02081974 02081976 02081977 02081980 02081982
02081983 02081984 02081985 02081986 02081987 02081988 02081989 02091971 02091973 02091975 02091976 02091977 02091980 02091981 02091983
02091984 02091985 02091986 02091987 02091989 02101973 02101976 02101977 02101979 02101981 02101983 02101984 02101985 02101986 02101987
02101988 02101989 03031986 03041986 03041991 03082006 04041988 04041991 0420 05051985 05051987 05051989 06061986 07071977 07071987
07091990 08031985 08031986 08051990 08081988 08121986 09051945 0987654321q 0o9i8u7y 1000 100000 1000000 1001 10011986 10011990 1002 1003
10031988 1004 1005 100500 10051987 1007 10071987 1008 1009 10101 10101986 10101990 101091m 1011 1012 1013 1017 1020 10203 102030 10203040
1020304050 102030405060 1022 1023 1024 102938 10293847 1029384756 1031 1066 11001001 1102 110442 11051987 11051990 11061985 11081989
111000 111111 11111111 1111111111zz 111111a 111111q 11111a 11111q 11112222 1111qqqq 1112 11121986 111222 111222333 111222333000
111222333444555 111333 111555 111777 111aaa 111qqq 1121 1122 112211 11223 112233 1122334 11223344 1122334455 112233445566 1123 112358
11235813 1123581321 1124 1125 114477 115599 12011987 12021988 12031985 12031987 1204 12051988 120676 1210 1211 12121 12121985 12121990
1213 121314 12131415 1213141516 1215 1221 1223 122333 122333444455555 1224 1225 123000 123098 12312 123123 12312312 1231234 123123a
123123q 123123qweqwe 1232323q 12332 123321 123321123 123321456654 123321a 123321q 123321qweewq 1234 12340987 123412 1234123 1234321
12344321 12345 123450 1234509876 123451 12345123 123454321 123455 1234554321 123456 1234560 1234561 12345612 123456123 1234566
123456654321 1234567 12345677 12345678 123456782000 1234567887654321 123456789 1234567890 12345678900 123456789000 12345678900987654321
1234567890987654321 1234567890a 1234567890q 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890z 1234567890zzz 1234567891
12345678910 123456789101 123456789123 1234567892000 12345678987654321 1234567899 123456789987654321 123456789a 123456789abc 123456789asd
123456789d 123456789l 123456789m 123456789o 123456789p 123456789q 123456789qaz 123456789qqq 123456789qwe 123456789qwer 123456789qwerty
123456789r 123456789s 123456789v 123456789z 123456789zxc 12345678a 12345678q 12345679 1234567a 1234567aa 1234567q 1234567qwertyu 1234568
12345687 123456987 123456a 123456aa 123456ab 123456as 123456b 123456c 123456d 123456f 123456g 123456k 123456l 123456m 123456n 123456q
123456qq 123456qqq 123456qw 123456qwe 123456qwerty 123456r 123456ru 123456s 123456t 123456v 123456w 123456y 123456z 123457 123459 12345a
12345abc 12345asd 12345d 12345k 12345m 12345q 12345qaz 12345qw 12345qwe 12345qwer 12345qwert 12345qwerty 12345r 12345s 12345t 12345v
12345w 12345z 123465 12348765 12349876 1234abc 1234abcd 1234asdf 1234kekc 1234qaz 1234qw 1234qwe 1234qwer 1234qwerasdf 1234qwerasdfzxcv
1234rewq 1234zxcv 123567 1235789 123581321 12365 123654 12365478 123654789 1236987 12369874 123698741 123698745 123789 123789456 1237895
123890 123987 123aaa 123ab 123abc 123asd 123ewq 123mudar 123q123 123qaz 123qq123 123qw 123qwe 123qwe123 123qwe456rty 123qweas 123qweasd
123qweasdzxc 123qwer 123qwert 123qwerty 123qwerty123 123zxc 124038 124578 128500 12locked 12qw12 12qw12qw 12qw34er 12qw34er56ty 12qwas
12qwaszx 13021990 13031987 13041987 13041988 13061986 13121985 13131 131313 132435 13243546 132456 13245768 132465 134679 134679852 135246
1357 13579 135790 1357908642 135791 1357911 135792468 1357924680 135798642 1366613 1369 14021985 14021986 14061991 14111986 141516 141627
142536 142857 145236 147258 14725836 147258369 147369 1475369 147741 147852 14785236 147852369 147896 1478963 14789632 147896325 147963
14881488 1492 15011987 15021985 15051981 15051990 150781 15101986 153624 153759 15426378 159263 159357 159357a 159632 15975 159753
159753456 159753456852 159753a 159852 1598753 159951 16051987 16051989 16121987 162534 1701 17011987 17051988 17061988 172839 1776
18011987 18061990 18091985 1812 18121812 18436572 19061987 19101987 1911a1 192837 19283746 192837465 19411945 196969 1a2a3a4a 1a2b3c
1a2b3c4d 1a2b3c4d5e 1a2s3d 1a2s3d4f 1a2s3d4f5g 1a2s3d4f5g6h 1bitch 1dragon 1fuck 1letmein 1love 1master 1michael 1million 1money 1monkey
1mustang 1passwor 1password 1pussy 1q2q3q 1q2q3q4q 1q2w3e 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws 1qa2ws3ed 1qa2ws3ed4rf
1qa2ws3ed4rf5tg 1qaz2ws 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw 1qazxsw2 1qazxsw23edc 1qazxsw23edcvfr4 1qazzaq1 1qw23er4 1qwert
1qwerty 1x2zkg8w 1z2x3c 1z2x3c4v 1z2x3c4v5b 200000 20031987 20051988 20061988 20091988 20091991 20111986 20spanks 21011989 21031987
21031988 21031990 21051988 21051991 21101986 2112 2128506 214365 22011988 22021986 22021989 22031984 22041987 22041988 22061941 22071986
222333 222555 222777 223322 223344 22334455 224466 22446688 225588 2300mj 23021986 23041987 23176djivanfros 232425 235689 23skidoo
24011985 24061986 24111989 2468 24680 246810 24681012 2469 25031987 25041988 25081988 25091987 25121987 25252 2580 258000 25800852
25802580 258369 258456 258852 258963 26031988 26061987 27061988 27731828 28011987 28021990 28021992 28041987 29011985 29051989 29071983
2fast4u 2hot4u 2sweet 2wsx3edc 3000 3000gt 30031988 30041986 30051985 3006 31011987 31217221027711 314159 3141592 31415926 315475 321123
321456 321654 321654987 32167 321678 32615948worms 332211 333444 333555 333666 333777 333999 334455 336699 357159 357951 362436 369258
369258147 369852 3698741 369963 3984240 3edc4rfv 3ip76k2 3rjs1la7qe 3x7pxr 4121 4128 415263 41d8cd98f00b 4200 420000 420247 420420 426hemi
43046721 4417 44332211 444555 445566 456123 456321 456654 456852 456987 45m2do5bs 4815162342 4815162342lost 49ers 4ever 4runner 4you 5000
50cent 50spanks 5150 515000 515051 5201314 5329 541233432442 5551212 555222 555666 555777 556677 55bgates 57chevy 59382113kevinp 5wr2i7h8
615243 635241 651550 654123 654321 655321 665544 6661313 66613666 666333 666555 666666 666777 666999 6751520 6969 69696 696969 69camaro
6uldv8 7007 73501505 74108520 7412369 74123698 741258 741258963 741852 741852963 741963 74227422 742617000027 748596 753159 753357 753951
7753191 777333 777555 777666 7777777 7777777a 777888 7779311 777999 778899 784512 787898 789123 78945 789456 78945612 789456123 7894561230
7895123 7896321 789632145 789654 789654123 789987 794613 7grout 7ugd5hip2j 81fukkc 837519 852258 852456 8675309 875421 888999 890098890
89231243658s 895623 89876065093rax 8inches 8j4ye3uz 90210 902100 906090 9111961 911911 911turbo 918273 918273645 9293709b13 9379992 951357
951753 9562876 963258 963258741 963852 963852741 986532 987123 987321 9874123 987456 987456321 987654321a 987789 996633 99762000 998877
999000 999666 999888 a11111 a111111 a1234 a12345 a123456 a1234567 a12345678 a123456789 a123456a a1a2a3 a1a2a3a4 a1b2c3 a1b2c3d4 a1b2c3d4e5
a1s2d3 a1s2d3f4 a1s2d3f4g5 a1s2d3f4g5h6 a4tech aa123456 aaa111 aaa123 aaaa1111 aaaaa1 aaaaaa1 aaabbb aaasss aabbcc aaliyah aardvark aaron1
aassdd ab1234 abacab abacus abbey1 abc12 abc123 abc1234 abc12345 abc123456 abc123456789 abcd123 abcd1234 abcdefg1 aberdeen abgrtyu
abnormal abracadabra abrakadabra abraxas absolut abstr acapulco access access1 access14 access99 accord aceman achilles achtung acidburn
acmilan action acura adam12 adgjmp adgjmptw adidas adidas1 admin admin1 admin123 admin18533362 adonis adrenalin adrian1 adriano adrock
advent adventur aerosmit aerosmith aezakmi afrika agassi agent007 aggie aggies aikido aikman airborne airbus airforce airman airplane
airwolf aisan ajax akira alabama alabama1 aladdin aladin alain alaska alatam albany albatros albion alcatel alcatraz alchemy alejandr
aleksandr aleksandra aleksei aleksey alenka alessand alessandro alessio alex01 alex1 alex12 alex123 alex1234 alexande alexander1 alexandr
alexandre alexey alexi alexis alexis1 alexus alexxx alfa alfarome alibaba alice1 aliens aligator alinka alisher alkaline all4one allah
allblack allday allegro allen1 alleycat allison1 allmine allnight allsop allstar allstate aloha alpha alpha1 alpha123 alphabet alpina
alpine altair altec alterego althor altima altoids alucard amadeus amadeusptfcor amand amanda1 amateur amateurs amatory amature amazon
amber1 ambers ambrosia amelie americ america america1 amerika ameteur amethyst amiga amigo amigos amonra amor amorcit amore amour amstel
amsterda amsterdam an83546921an13 anaconda anai anakin anakonda anal analsex ananas anarchy anastasi anastasiya andrea1 andrei andrew1
andrewjackie andrey andromed andromeda andyod22 anechka anfield anfisa angel angel1 angel12 angel123 angel2 angel666 angela1 angelit
angelok angels angelus angus angus1 anhyeuem animal anime ankara anna2614 annie1 antananarivu antares antelope anthon anthony1 anthony2
anthony7 anthrax anton1 antoni antonov anubis aol123 aolsucks apache apollo apollo1 apollo11 apollo13 apple apple1 apple123 apple2
applepie apples apricot april1 aprilia aptiva aquarius aquila aqwzsx aragorn aramis arcadia arcangel archange archangel archery architec
area51 argentin argyle aries arizona arizona1 arjay armada armageddon armagedon armani armstron arnaud arrakis arrow arrows arsena arsenal
arsenal1 artem artemis artemka arthur1 artur as123456 asd123 asd12345 asd222 asd456 asdas asdasd asdasd123 asddsa asdf asdf12 asdf123
asdf1234 asdfasdf asdffdsa asdfg asdfg123 asdfgh asdfgh01 asdfgh1 asdfgh123456 asdfghj asdfghjk asdfghjkl asdfghjkl123 asdfjkl asdfqwer
asdfzxcv asdqwe asdqwe123 asdzxc asgard ashle ashley1 asians asimov aslan asmodeus aspen aspire aspirine ass123 assasin assassin asscock
assfuck asshol asshole asshole1 assholes asslover assman assmunch asswipe assword asterix asthma astra astral astro astro1 astros athlon
athome atlanta atlanta1 atlantis atomic atreides atticus attila auburn auckland2010 audi audi80 audia4 audia6 auditt auggie augustin
aurelie aussie austin austin1 austin31 austin316 australi avalanch avalanche avalon avanti avatar avenger aviator avrillavigne avrora
awesome awesome1 awnyce axio ayanami azamat azazel azert azerty azertyui azertyuiop azrael azsxdc azsxdcfv aztnm azzer b12345 babe babel
babemagn babemagnet baberuth babes baboon baby123 babybear babyblue babyboy babycake babydoll babyface babygirl babylon babylon5 babylove
bacardi bacchus backbone backdoor badabing badass badboy badboy1 badboys baddest baddog badger badgers badgirl badman baggies baggins
baggio bagira bagpuss bahamut bailey1 bajingan baker1 balboa baller ballin balloon balloons balls ballsack balrog baltimor bama bambam
bamboo banaan banan banana banana1 bananas banane bandi bandit bandit1 bang banger bangkok banker banner banshee banzai baracuda baraka
barbados barbara1 barbie barcelon barcelona barefeet barefoot barfly baritone barkley barks barley barney barney1 barnie baron1 baronn
barrage barry1 barselona barsik bartman bartok basebal baseball baseball1 basher basket basketba basketbal basset bassman bassoon bastard
bastet batman batman1 batman12 bauhaus baura bayern baylee bazooka bball bbbbbb1 bbking bcfields bdfyjd bdfyjdf bdsm beach1 beachbum
beaches beagle beaker beamer beaner beanie bear bear1 bearcat bearcats beardog bears1 beast beast1 beastie beater beatle beatles beatles1
beautifu beauty beaver beavis beavis1 becca beckham beckham7 becky1 bedlam bedrock beebop beech beefcake beeline beemer beer beerman
beerme beethove beetle beezer begemot behappy belair belinea belize belkin bella1 bellaco bellagio belle1 belmont bendover benessere
benfica beng bengals benjami benji benny1 beowulf beretta bergkamp berlin bernhard berserk bestbuy betty1 bettyboo bettyboop beyonce
bhbcrf bhbirf bian biao biatch bicycle big1 bigal bigass bigballs bigbang bigbear bigben bigbird bigblack bigblock bigblue bigbob bigboobs
bigbooty bigboss bigboy bigboy1 bigbucks bigbutt bigcat bigcock bigd bigdad bigdaddy bigdawg bigdick bigdick1 bigdicks bigdog bigdog1
bigfish bigfoot biggie biggirl biggles biggun bigguns bigguy bighead bigjim bigjoe bigjohn bigmac bigman bigmike bigmoney bignuts bigone
bigones bigpenis bigpimp bigpoppa bigred bigred1 bigsexy bigshow bigtime bigtit bigtits bigtruck biguns bigworm biit biker biker1 bikers
bikini bilbo billabon billabong billows billy1 billybob billyboy bimbo bimmer bing bingo bingo1 binky binladen biohazard bionic bionicle
bird33 birddog birdie birdman biscuit bisexual bismarck bismark bismilla bismillah bitch bitch1 bitchass bitches bitchs bitchy biteme
biteme1 bizkit bizzare blabla black1 blackbelt blackberry blackbir blackbird blackcat blackdog blackhaw blackhawk blackice blackie
blackjac blackjack blacklab blackops blackout blacks blacky blade blade1 blades blahblah blake1 blam blanked blaster blaze blaze1 blazer
blazers bleach blender blessed blessed1 blessing blink182 blinky blitz blizzard blobby bloke blonde blondes blondie blondinka blonds
bloods blowfish blowjob blowme bltynbabrfwbz blubber blue blue1 blue11 blue12 blue123 blue1234 blue22 blue23 blue32 blue42 blue99 blueball
bluebell blueberr bluebird blueboy bluedog blueeyes bluefish bluejay bluejays bluemoon bluenose blues blues1 bluesky bluesman bluestar
blunts bmw2002 bmw318 bmw325 boater boating bob123 bobafett bobby1 bobcat bobdole bobdylan bobmarley boeing bogart bogdan bogey bogota
bohica boiler boingo bolitas bolivi bollocks bollox bologna bombay bomber bombers bonanza bond007 bondage bonehead boner boners bones
bonghit bongo bonjour bonjovi bonkers bonovox bonsai bonzai boob boobear boobie boobies booboo booboo1 boobs booger booger1 boogers boogie
boohoo bookie bookworm boomboom boomer boomer1 booster booter bootie boots boots1 bootsie bootsy booty bootys booyah boozer bopper
borabora bordeaux boricua boris1 boroda borussia bosco bosco1 bosshog bossman boston boston1 boulder bounce bouncer bounty bowler bowling
bowtie bowwow boxcar boxer boxers boxing boxster boy4u2ownnyc boytoy boyz bozo bp2002 bpgjldsgjldthnf br0d3r br549 bradley1 bramble brando
brandon1 brandy brandy1 brasil bravehea braveheart braves braves1 bravo1 brazil breaker breast breasts breeze breezy bremen brenda1 brest
brian1 bricks brighton bristol britney brodie broker bronco broncos broncos1 brooklyn brown1 browndog brownie browns bruce1 brucelee
bruins bruiser bruno1 brutus bryan1 bubba bubba1 bubba123 bubba2 bubba69 bubbas bubble bubblegum bubbles bubbles1 buceta bucker bucket
buckeye buckeye1 buckeyes buckshot buckwhea bucky budapest buddah buddha buddie buddy buddy1 buddy123 buddy2 buddyboy buddydog buddys
budgie budlight budlite budman budweise budweiser buffa buffalo buffalo1 buffer buffet buffett buffy1 bugger bugman bugsbunn builder
bukkake bukowski bull bulldawg bulldog bulldog1 bulldogs bullet bullfrog bullit bulls bulls1 bulls23 bullseye bullshit bullwink bumble
bummer bumper bunghole bungle bunnie bunnies bunny bunny1 burger burner burnout burrito bushido businessbabe buste buster buster1 buster12
bustle busty butch butch1 butkus butter buttercu buttercup butterfl butterfly buttfuck butthead butthole buttman buttons buzzard buzzer
bynthytn byteme c2h5oh cabbage cabernet cabron cactus caddy cadillac caesar cafc91 cajun calgary cali calibra calico caliente californ
caligula calimero callisto callofduty callum calvin1 calypso camaro camaro1 camaross camber cambiami cambridg camden came11 camel camel1
camelot camels cameltoe camero camero1 cameron cameron1 camil camper canada canada1 canary cancer cancun candies candle candy1 candyass
candyman candys cang canine cannabis cannibal cannonda canon cantona cantona7 canuck canucks capcom capecod capetown capital1 capitals
capoeira capone capricor capricorn capslock captain captain1 caracas caralho caramel caravan cardinal care1839 carebear carling carlito
carlitos carlos1 carme carmex2 carnage carnival carolina carpedie carpediem carpente carpet carrera carrot carrots carsten cartman
cartman1 cartoon cartoons casablanca casanova caserta casey1 cashew cashflow cashmone cashmoney casino casio casper casper1 cassandr
cassie caster cat123 catch22 catcher catdog catfight catfish catfood catherin catman catnip cats catwoman cavalier caveman cayenne cayman
cazzo cazzone cbr600 cbr900 cbr900rr ccbill cccccc1 cdtnbr cdtnkfyf ceasar celeb celeron celica celine celtic celtics cement ceng cerber
cerberus cerebus cesare cessna cevthrb cfitymrf cfvceyu cgfhnfr chachi chai chainsaw challeng champ champ1 champion champs changeme chango
chao chaos chaos1 chappy charger chargers charisma charle charles1 charli charlie charlie1 charlie123 charlie2 charlott charlton charly
charmed charon chase1 chaser cheater checker checkers checkmat cheddar cheeba cheech cheeks cheeky cheerleaers cheers chees cheese cheese1
cheetah chelle chelse chelsea chelsea1 chemist cherokee cherries cherry cherry1 cheshire chessie cheste chester chester1 chevelle chevrole
chevrolet chevy chevy1 chevys chevys10 chewbacc chewey chewie chewy chewy1 cheyenne chiara chicago chicago1 chichi chicken chicken1
chickens chickenwing101 chicks chico chief1 chiefs chilli chillin chilly chimera chingon chino chinook chipmunk chipper chippy chitown
chivas chloe1 chocha chocolat chooch choochoo chopin chopper chopper1 choppers chou chowder chris1 chris12 chris123 chris2 chrisbln chriss
chrissy christ christia christin christma christo christop christophe christopher1 chrome chronic chrono chrysler chuai chuan chuang
chubby chuck1 chuckie chuckles chucky chui chunky chuo churchil ciccio cicero cigars cinder cindy1 cinnamon cirrus citadel citroen citrus
civicsi civilwar cjdthitycndj cjkysirj cjkywt cjytxrf clancy clapton clarinet classic classics claudi claudia1 claymore clemson cleopatr
clevelan climax climber clipper clippers clips clit clitoris cloud9 clouds cloudy clover clovis clowns clutch clyde1 cneltyn cnfkrth
cnfybckfd cntgfy cobain cobalt cobra cobra1 cobra427 cobras cocacol cocacola cocaine cochise cock cocker cocks cocksuck cocksucker coconut
codered coffee coffees cohiba coke cola coldbeer coldplay collie colnago colombia colorado colors colt45 coltrane comanche combat123654
comcast comein comeon comet comets comicbookdb commande commando compaq compaq1 compass compute computer computer1 conan concord concorde
concrete condom condor cong connect connor consumer contortionist contour contra control1 coochie cooki cookie cookie1 cookies cool12
cool123 coolcat cooldude cooler coolguy coolhand coolio coolman coolness cooper1 coors cooter copenhag copper corazo corleone corndog
cornhole corolla corona corperfmonsy corrado corsair corvet07 corvett corvette cosmic cosmo cosmo1 cosmos costaric cosworth cougar cougars
counterstrike coventry cowboy cowboy1 cowboys cowboys1 cowboyup cowgirl coyote cracker cramps crash1 craving crazy1 crazybab crazyman
creampie creamy creative creeper creepers crescent cricket cricket1 crimson crispy critter crjhgbjy cruise cruiser crumbs crunch crusader
crusher crusty crysis crystal1 csyekz csyjxtr cthtuf cthulhu cthutq ctrhtn cuan cubbies cubs cubswin cucumber cuddles cuervo culinary cumm
cummer cumming cumshot cumslut cunt cunts cupcake cupoi curious custard custom cutiepie cutlass cutter cvbhyjdf cvthnm cxfcnmt cyber
cybersex cyborg cyclone cyclones cyclops cygnus cygnusx1 cynthia1 cypher cypress cyrano dabears dabomb dabulls daddy1 daddyo daddys
daedalus daemon daewoo daffy dagger dagobert daisy1 daisydog dakota dakota1 dalejr dallas dallas1 dallas22 dalshe daman dammit damnit
dan123 dancer dancer1 dang danger danie daniel1 daniel12 daniil danil danila danilka dank danman danni danny1 dannyboy dante1 danzig
daredevi daredevil darian darina darkange darkangel darkelf darklord darkman darknes darkness darkone darkside darkstar darth darthvad
dasani dasha datsun david1 david123 davide davids davinci davis1 dawg dawgs daydream daytek daytona dbnfkbr dbrnjh dbrnjhbz ddddd1
deadhead deadman deadpool deadspin death1 death666 deathnote deborah1 decimal deejay deepak deepthro deepthroat deerhunt deeznuts deeznutz
default defender defiant deftones dejavu delboy delete delfin delight delphi delpiero delsol delta delta1 deltas deluxe demo demon1
demon666 denali deng deniro denis1 deniska denni depeche derf derparol desert designer desire deskjet desktop desperado destin destiny
destiny1 detectiv detroit detroit1 deutsch devil devil1 devil666 devildog devilman devilmaycry devilmaycry4 devils devo dewalt dexter
dfcbkbcf dfcbkbq dfhdfhf dfkthbz dfkthf dfktynby dfktynbyf dfvgbh dfytxrf dharma diablo diablo1 diablo2 dialog diamant diamante diamon
diamond diamond1 diamonds diana1 diao diaper dick dick1 dicker dickhead dickie dicks dickweed dicky didier diehard diesel dietcoke dieter
digger diggler digimon digital digital1 digitalprodu dilbert dilbert1 dildo dilligaf dima dima123 dima1995 dima55 dimas dimitri dimples
dinamo dinara dindom dinero ding dingbat dingdong dingo dinosaur dipper dipset dipshit dipstick dirtbike dirty1 dirtydog disco discover
discus disney disney1 diva diver diver1 divers divine divx1 dixie1 django djkjlz dkflbckfd dkflbr dkflbvbh dkflbvbhjdbx dkflbvbhjdyf
dmitriy dnsadm doberman doctor dodge1 dodger dodgeram dodgers dodgers1 dog123 dogbert dogbone dogboy dogcat dogface dogfart dogfood dogg
dogger doggie doggies doggy doggy1 doggys doghouse dogman dogmeat dogpound dogs dogshit dogwood doit doitnow dokken doktor dolemite dollar
dolphi dolphin dolphin1 dolphins domainlock2005 domenico domini dominik dominika dominion dominiqu domino donjuan donkey donna1 donner
dontknow donuts doobie doodle doodles doofus doogie dookie doomsday doorknob dortmund dotcom doubled douche dougal doughboy dougie
douglas1 downhill draco dracula drag0n drago dragon dragon01 dragon1 dragon12 dragon123 dragon69 dragonba dragonball dragonballz dragonfl
dragonfly dragons dragoon dragrace dragster drakon draven dreamcas dreamcast dreamer dreamer1 dreams dresden drifter driller driver drizzt
droopy dropkick drowssap drpepper drummer drummer1 drywall dthjybrf dtkjcbgtl dtxyjcnm duan dublin ducati duchess duck duckie duckman
ducks ducky dudeman duffer duffman dumbass dundee dungeon dunhill duracell durango duster dusty1 dutchess dutchman dylan1 dynamite dynamo
eagle eagle1 eagle2 eagles eagles1 earnhard earthlin earthlink eastside eastwood eatme eatme1 eatme69 eatmenow eatpussy eatshit eclipse
eclipse1 edcrfv eddie1 eduard edward1 eeyore egghead eggman eggplant egorka eightbal einstein ejaculation ekaterina ekmzyf elcamino
eldiablo eldorado electra electric electro electron elefant elektra element elephant elisabet elizabet elizaveta elodie elpaso elvis1
elvisp elway elway7 embalmer emerald emili emily1 emine eminem empire empire1 encore ender enforcer engage engineer england1 enigma enrico
enter enter1 enter123 enterme enternow enterpri enterprise entropy epsilon equinox eraser erection ericsson erotic erotica escalade
escorpio escort eskimo espana espresso esprit esquire estrell eternal eternity ethan1 ethernet euclid euphoria eureka europa evanescence
evangeli evangelion everest evergree everlast everques everton everton1 evgeniy evildead evilone evolutio excalibu excalibur excite exigen
exigent exodus exotic explorer express extensa extreme f00tball fabia fabie fabienn fabio fabric facial faggot fairlane faisal faith1
falcon falcon1 falcons fallen fallout falstaff famil fandango fang fantasia fantasti fantasy fantasy1 fantom fantomas faraon farida
farmboy farscape farside fart fartman fastball fastcar faster fatass fatboy fatcat fatman fatty favorite2 favorite6 fduecn fearless
feather feathers feeder feelgood feline felix1 fellatio fender fender1 feng fenris fenway fergie fergus fernand ferrari ferrari1 ferret
fester festus fetish fghtkm fgtkmcby fhctybq fhntvrf fhvfutljy fialka ficken fiddle fidelio fidelity fiesta figaro fighter filippo filter
finalfantasy finder finger fire fireball firebird fireblad fireblade firedog firefigh firefly firefox firehawk fireman fireman1 firenze
firestar firestorm firewall fish fishbone fishcake fisherma fisherman fishes fishface fishhead fishin fishing fishing1 fishon fishtank
fishy fister fisting fitness fitter fivestar fkbyjxrf fkbyrf fkmnthyfnbdf fktrcfylh fktrcfylhf fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf
fktrctq fktyeirf fktyrf flamengo flames flamingo flange flanker flash flash1 flasher flashman flathead flatron fletch flexible flicks
flipflop flipper flipper1 floppy florian florida florida1 flounder flowe flower flower1 flower2 fluff fluffy flvbybcnhfnjh flyboy flyer
flyers flyers88 flyfish flyguy fmale fokker foobar footbal football football1 footjob footman forall fordf150 fordf350 fordtruc foreplay
foreskin forest foreve forever forever1 forfun forgetit forlife formula formula1 forsaken fortuna foryou fossil fosters four20 foxfire
foxtrot foxy foxylady fozzie fraggle franc francesc franci francisc frank1 frank123 frankie1 franky freaks freaky freckles fred1 fred1234
freddy freddy1 frederik frederiksberg freebird freedo freedom freedom1 freedom2 freee freefall freepass freeporn freesex freeuser freeway
freewill fremont frenchie frenchy fresno friday friday13 friends1 friendster fright frisbee frisco frisky frodo frodo1 frog frogger
froggie froggy frogman frogs front242 frontier frosch frosty fruitbat fruity fubar fubar1 fuck fuck1 fuck123 fuck69 fucked fucker fucker1
fuckers fuckface fuckhead fuckher fucking fuckinside fuckit fuckm fuckme fuckme1 fuckme2 fuckme69 fuckmehard fuckoff fuckoff1 fuckthat
fucktheworld fuckthis fucku fucku2 fuckyo fuckyou fuckyou1 fuckyou2 fuckyoubitch fucmy69 fugazi fujifilm fujitsu fuking fulham fullback
fullmoon fungus funky funny1 funstuff funtik funtime funtimes furball fusion fussball futbol futurama futyn007 fuzzball fuzzy fuzzy1
fyfcnfcbz fyfnjkbq fylhtq fynfyfyfhbde fynjirf fytxrf fyutkbyf fyutkjxtr fyyeirf fzappa gabber gabby1 gabrie gabriel1 gabriell gadget
gaell gagarin gagged gagging galant galary galaxy galileo galina gallaries galore gambit gambler gameboy gamecock gamecube gameover gamma
gandalf gandalf1 gandolf ganesh gangbang gangbanged gangsta gangster ganja gannibal garden gareth garfield gargoyle garion gasman gateway
gateway1 gateway2 gatit gatito gator gator1 gatorade gators gators1 gatsby gaucho gawker gayboy gaymen gbhfvblf gbpltw gdtrfb gecko geezer
gegcbr geheim geibcnbr gemini gemini1 general1 generic genesis genesis1 geng genius georg george1 georgia1 gerbil gerhard germany1
geronimo gerrard gesperrt getit getlost getmoney getoff getout getsome gfgfvfvf gfhjdjp gfhjkm gfhjkm1 gfhjkm12 gfhjkm123 gfhjkmgfhjkm
gforce gfynthf ghbdtn ghbdtn123 ghbdtnbr ghbdtndctv ghbdtnghbdtn ghbdtnrfrltkf ghblehjr ghbrjk ghbywtccf ghetto ghhh47hj7649 ghjcnbnenrf
ghjcnj ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjq ghjcnjqgfhjkm ghjcnjrdfibyj ghjdthrf ghjnbdjcnjzybt ghjnjnbg ghjuhfvvf
ghost ghost1 ghostrider gianluca gianni giants giants1 gibson1 gideon gigabyte giggle giggles gilles ginger ginger1 giorgi giorgio giraffe
girfriend girlie girlies girls girls1 gitara giulia giveme gizmo gizmo1 gizmodo gizmodo1 gizmos gizzmo gjkbyf gjkysqgbpltw gladiato
gladiator glamour glendale glitter globus glock gmoney gn56gn56 goalie goarmy goat goatboy goats goaway gobears gobigred goblin goblue
gobucks gocats gocubs godawgs godbless goddess godfathe godfather godiva godlike godsmack godspeed godzilla goethe gofast gofish goforit
gogators gohome goirish goku golden golden1 goldeney goldeneye goldfing goldfish goldrush goldstar goldwing golf golfball golfer golfer1
golfgti golfing golfnut golfpro goliath gollum gonavy gong gonzo gonzo1 goober good123654 goodboy goodday goodgirl goodguy goodie goodlife
goodluck goodsex goodtime goodyear goofball goofy goofy1 google google1 gooner goose goose1 gopher gordo gordon24 gorilla gorillaz gotcha
goten gotenks goth gotham gothic gotmilk gotohell gotribe govols grace1 gramma granada grandam granny grapes gratis graywolf grease great1
greatone greedisgood green1 green123 greenbay greenday greenlantern greenman greens greentea gregor gregory1 gremlin grendel gretzky
greywolf griffey grils grimace grin grinch grinder gringo grisha grizzly gromit groove groovy groucho groupd2013 grumpy grunt gryphon
gstring gsxr1000 gsxr750 gthcbr gtnhjdbx gtnhjpfdjlcr guai guan guang guardian gucci guillaum guillerm guiness guinness guitar guitar1
guitars gulnara gumby gundam gunnar gunner gunners gustav guyver gymnast gypsy habibi hack hacked hacker hackers hacking haggis hairball
hairy hakr hal9000 halflife halifax hallo hallo1 hallo123 hallowee hambone hamburg hamish hamlet hammer hammer1 hammers hamper hamster
handbag handball handyman hannah hannah1 hannes hannibal hansol hansolo hanuman happines happy1 happy123 happy2 happyday happyman harald
harcore hardball hardcock hardcore harddick hardon hardone hardrock hardwood harle harlem harley harley1 harpoon harrier harry1
harrypotter harrys harvest hattrick havana havefun hawaii hawaii50 hawaiian hawkeye hawkeyes hawthorn hayabusa hazmat hd764nw5d7e1vb1
hearts heater heathe heather1 heather2 heaven heckfy hedgehog hedimaptfcor heeled heidi1 heineken heinlein hejsan helios helium hellas
hellboy hellfire hellno hello hello1 hello12 hello123 hello2 hellohel hellokitty helloo hellos hellsing hellyeah helmet helmut helper
helpme hemlock hendrix heng henrik henry1 hentai henti herbie hercules herewego hermes hernande hershey hershey1 hesoyam hetfield hewlett
heynow heyyou hfljcnm hfytnrb hidden highbury highheel highland highlander highlife hiking hillbill hillside hilltop hiphop hippie hippo
hitachi hithere hitler hitman hiziad hjccbz hjvfirf hobbes hobbit hocke hockey hockey1 hogtied hogwarts hokies hola holein1 holger holiday
holla holly1 hollywoo holycow holyshit hombre homeboy homebrew homely homemade homepage homer1 homerj homers homerun honda honda1 hondacbr
hondas honey1 honeybee honeybun honeydew honeys hongkong honolulu hoochie hookem hooker hookers hookup hooligan hoops hoosier hoosiers
hooter hooters hooters1 hootie hooyah hopeful horatio hores horizon horndog hornet hornets horney horny horny1 hornyman horse horse1
horseman horsemen horses hotass hotbox hotboy hotdog hotdogs hotgirl hotgirls hotlips hotmama hotone hotpussy hotrats hotred hotrod hotsex
hotshit hotshot hotspur hotstuff hott hottie hotties houdini hounddog house1 housewife housewifes houston1 hover htubcnhfwbz huai hugetits
hugoboss hulkster humbug hummer hunte hunter hunter1 hunter12 hunting hurrican husker huskers huskers1 huskies husky hustler hydro
hyperion hyundai iamcool iamgod iampurehaha2 ib6ub9 ibanez ibilltes icarus iceberg icecold icecream icecube icehouse iceman iceman1 icetea
icu812 idefix idontkno idontknow idunno iforget iforgot ignatius igor iguana ihateyou iiyama ijrjkfl iklo ilikeit ilikepie illini illmatic
illusion ilove iloveboobies ilovegod iloveme ilovemyfamily ilovepussy ilovesex iloveu iloveyo iloveyou iloveyou1 iloveyou2 ilya1234
imation immortal impala impalass implants impreza imtheman incubus indain india123 indiana indians indigo indon inferno infiniti infinity
ingodwetrust inlove insane insert insider insomnia inspiron install installdevic installsqlst integra intel interacial intercourse interne
internet intrepid intruder inuyasha invictus iomega iphone ipswich irakli ireland1 irina irinka irish1 irisha irishka irishman iriska
ironmaiden ironman ironman1 iscool iseedeadpeople islander ismail istanbul istheman italia italiano itisme itsme ivanov ivanova iverson
iverson3 iwantu j3qq4h7h2v jabber jabroni jachin jackal jackass jackass1 jackie1 jacko jackoff jackpot jackson1 jackson5 jacob1 jagger
jaguar jaguar1 jaguars jakarta jakester jamaica james007 james1 james123 james2 jamesbon jamesbond jamesbond007 jamess jamie1 jammer
jammin janet1 janeway japanees jarhead jasmine jasmine1 jason1 jasons jasper jasper1 java javelin javie jaybird jayden jayhawk jayhawks
jazzman jazzy jedi jediknig jeep jeeper jeepers jeepster jefferso jeffrey1 jehovah jelena jello jelly jellybea jellybean jenn jennaj
jennife jennifer1 jenny1 jeremy1 jericho jerkoff jerry1 jesper jesse1 jessic jessica1 jessica2 jester jesus1 jesus123 jesus7 jesus777
jeter2 jethro jets jetski jewels jezebel jiang jiao jigga jiggaman jimbeam jimbo jimbo1 jimbob jimmy1 jimmys jing jingle jingles jiong
jktxrf jktymrf jockey joe123 joeblow joebob joecool joemama johann johannes john1 john123 john316 johnboy johncena johndeer johndoe
johngalt johnny1 johnny5 johnson1 joker joker1 jokers jomama jonatha jonboy jones1 jonesy jonny jorda jordan jordan1 jordan2 jordan23
josep joseph1 josephin joshu joshua1 joystick jrcfyf jsbach jubilee juggalo jughead juice juicy julia1 julie1 julien jumanji jumbo jumper
junebug jungle junio junior junior1 juniper junkie junkmail jupiter jupiter1 jupiter2 jurassic just4fun just4me justdoit justi justice
justice1 justin1 justinbieber justme juventus kaboom kahlua kahuna kakarot kakashi kakashka kaktus kalina kamasutra kamikadze kamikaze
kamila kamilla kangaroo kansas kappa karachi karamba karaoke karate karen1 karina karolina kashmir kasper katana katarina katerina kathy1
katie1 katrin katya kavkaz kawasaki kayla1 kazanova kazantip kbctyjr kcchiefs kcj9wx5n keeper keepout keith1 kelly1 keng kenneth1 kennwort
kenny1 kenobi kenshin kenwood kenworth kenzie kernel kerouac kestrel kevin1 kevin123 keyboard keystone keywest kfcnjxrf kfgjxrf kfhbcf
kickass kicker kickflip kicksass kidrock kieran kikimora killa killbill kille killer killer1 killer12 killer123 killers killjoy killme
kilroy kimmie kingfish kingkong kingpin kingston kinky kipper kirill kirsty kismet kisses kissme kissmyas kissmyass kiteboy kitkat kitten
kittens kitties kitty kitty1 kittycat kittykat kittys kiwi kjiflm kjkszpj kjrjvjnbd klaatu klaste klaster kleopatra klingon klizma
klondike knickerless knickers knicks knight1 knights knockers knopka knuckles kodiak kojak kokomo kolbasa koleso kolobok kolokol kombat
komodo komputer konstantin kontakt kontol konyor kookie kool koolaid kordell1 korn koroleva korova koshka kosmos kostik kostya kotaku
kotenok kraken krasotka krishna kristen1 kristin1 krokodil krolik kronos krusty krypto krypton ksenia kseniya ksusha ktyjxrf kuai kuan
kuang kubrick kume kungfu l3tm31n labia labrador labtec lacoste lacrimosa lacrosse laddie ladybird ladyboy ladybug laetitia lagnaf laguna
laker lakers lakers1 lakeside lakewood lakota lakshmi lalakers lambchop lambda lamborghini lamer lancelot lancer lancia landrove lansing
lantern lapochka laptop larisa larry1 laser laser1 laserjet lasers lassie lasvega lasvegas latinas latino laura1 lauren1 laurent lavalamp
lawman lazarus lback lbtest lbvjxrf leather leavemealone lebowski lebron23 ledzep leedsutd leeloo left4dead lefty legacy legend legenda
legion legman legolas legos lehjxrf leinad lekker lemans lemmein lemonade leng lennon lenochka leonid leonidas leopard leopold lesbain
lesbean lesbian lesbians lesbos lespaul lestat letme1n letmei letmein letmein1 letmein2 letmeinn letmesee letsdoit letsfuck letsgo lever
lexmark lexus lexus1 lfitymrf lfybbk lfybkf lhbjkjubz2957704 lhfrjy lian liang liao libero libertad liberty liberty1 libido libra lick
licker licking lickit lickme lifehack light1 lighter lighthou lightnin lightning lights lilbit liliya lilman lilwayne limewire lincoln1
linda1 lindros lineage lineage2 linkin linus lion lioness lionhear lionheart lionking lipton liquid lisenok lithium litle little1 livelife
liverpoo liverpool liverpool1 livewire lizard lizzard lizzy ljxtymrf llama loader lobo lobster lockdown lockerroom lockout loco locust
locutus logan1 logger logitech loki lokomotiv lol123 lol12345 lolipop lollipop lollol lollypop lolol londo london london1 lonesome
lonestar lonewolf longbow longdong longhair longhorn longjohn longshot looker lookout lookup looser lorien losangel losangeles loser
loser1 losers lost4815162342 lothar lotus lotus1 love love1 love11 love12 love123 love1234 love69 lovebug lovehate loveis loveit lovel
lovelife lovely lovely1 lovem loveme lover lover1 loverboy loverman lovers lovesex loveya loveyou lowrider loyola ltkmaby ltybcrf ltymub
luan luca lucas1 lucian lucifer lucky lucky1 lucky123 lucky13 lucky7 luckydog luckyme luckyone luckys ludacris ludmila lumber lumina
lunchbox lust lux2000 lvbnhbq lytghjgtnhjdcr m0nkey m12345 m123456 macaco macaroni macbeth macdaddy macgyver machine macintos mackenzi
macman macross madagaskar madala11 madcat madcow maddie maddog madina madison madison1 madman madmax madness madonna madonna1 maestro
mafia magadan magelan magellan magenta maggi maggie maggie1 maggot magic magic1 magic123 magic32 magician magick magicman magnet magneto
magnum magnus magoo magpie magpies mahalo maiden mailcreated5240 mailman mailru maison majestic makaka makaveli makayla makeitso maksim
maksimka malachi malaka malibu malice malina malinka malish mallard mallorca mallrats mama123 mamacita mamamia mamapapa mamas mammoth
mamochka manager1 manatee manchest manchester mancity mandarin manders mandingo mandrake mandy1 manfred mang mango mangos manhatta maniac
mankind mannheim manolo manowar manson mantis mantle mantra manu manue manunited manutd maprchem56458 maradona marajade marathon marauder
marbles marcello marcin marcius2 margarit maria1 marie1 marijuan marijuana marika marina marine marine1 mariner mariners marines marines1
marinka marino marino13 mario1 mario66 mariposa marishka marius mariya mark1 mark123 marker markie markiz marlboro marley marley1 marlins
marmite marseill marseille marsel martian martin1 martini marty1 maryjane masamune maserati mash4077 mashka mason1 massimiliano massive
maste master master1 master12 master123 masterbaiting masterbate masterbating mastermi mastermind masterp masturbation matador matchbox
matisse matri matrix matrix1 matteo matthe matthew1 matthias matty mature maurici maurizio maurolarastefy maveric maverick max123 max333
maxdog maxell maxi maxim maxima maxime maximilian maximka maximus maximus1 maxpayne maxpower maxwell maxwell1 maxx maxxxx mayday mayhem
mazafaka mazda mazda3 mazda323 mazda6 mazda626 mazdarx7 mclaren mdogg meadow meatball meathead meatloaf mechanic medic medic1 medion
medusa medved megadeth megaman megan1 megane megapass megatron meggie meister melanie1 meliss melissa1 mellon mellow melons melrose
memorex memphis menace meng menthol mentor meonly meowmeow mephisto mercede mercedes mercury mercury1 meridian merlin merlin1 merlot
mermaid mersedes messiah met2002 metal1 metall metallic metallica metallica1 methos metoo metroid mets mevefalkcakk mexico miami miami1
miamo mian miao michae michael1 michael2 michaeljackson michele1 michelle1 michigan mick mickey mickey1 micro microlab micron microphone
microsof microsoft midget midnight midnite midori midway mierda mighty migue mihail mikado mikael mikayla mike1 mike12 mike123 mike1234
mike23 mike69 mikey mikey1 mikkel milamber milana milano milena miles1 milfnew milhouse milkman milkyway millenium miller1 millwall mimosa
minecraft minecraft123 mingus minime minimoni minnesot mirage mischief misfit misfit99 misfits mishka misiek missie mississi missy1 mister
mistress misty1 mittens mizuno mizzou mjolnir mnbvcxz mobydick modelsne modena mogwai mohawk mojo mojojojo molly1 molly123 mollydog moloko
molson momdad mommy1 momoney momsanaladventure momsuck monaco monalisa monarch monday monday1 mondeo mone money money1 money12 money123
money2 moneyman moneys mongo mongoose monic monica1 monies monitor monke monkey monkey1 monkey12 monkey123 monkey2 monkey69 monkeybo
monkeyboy monkeyman monkeys monolith monopoly monsoon monste monster monster1 montag montana montana1 montecar montecarlo monterey
montgom240 montreal montrose monty1 moochie moocow mookie moomoo moonbeam moondog moonligh moonlight moonman moonshin moose moose1 mooses
mopar mordor morena morgan1 morgana morganstanley morgoth moritz morozova morpheus morrowind mortalkombat morten mortgage morticia
mortimer mortis moscow moskva motdepasse mother mother1 motherfu motherlode moto motocros motocross motorola motown mountain mouse mouse1
mouser mouses mousey mozart mpegs msorcloledbr mudvayne mufasa muffdive muffin muffin1 muffy mulder mullet multiplelo munch munchkin
muppet murph murphy1 murzik musashi muschi muscle muscles mushroom music1 musica musicman mustafa mustan mustang mustang1 mustang2
mustang5 mustang6 mustangs mustard mutant mutley mutter my3sons mybaby mydick myfriend mygirl mygirls mykids mylife mylove myname mynameis
mypass mypasswo mypassword myporn myspace myspace1 mystic mytime myworld myxworld nachos nadejda naked namaste nancy1 nancy123 nang nanook
napalm napass napoli napster narnia narut naruto nascar nascar1 nascar24 nastena nastenka nastia nasty nasty1 nastya nataha natali
natalie1 nataly natascha natasha natasha1 natchez natedogg nathan1 nathanie naught naughty naughty1 nautica nautilus navajo navigato
navigator navyseal nazgul nbvjatq ncc1701 ncc1701a ncc1701d ncc1701e ncc74656 ne1469 nebraska nebula needforspeed nemesis nemesis1
nemrac58 nemvxyheqdd5oqxyxyzi neng neon neptune nermal nestle netscape networkingpe neutron nevada nevermin nevermind nevermore nevets
newark newbie newcastl newday newlife newness newone neworder newpass newpass1 newpass6 newport newport1 newproject2004 newstart newuser
newyear newyork newyork1 nextel nexus6 nfhfrfy nfnmzyf nfytxrf nhecsyfujkjdt nhfdvfnjkju123 nhfycajhvths niang niao niceass niceguy
nicetits nickel nico nicola nicole1 nigga niggaz nigger nigger1 niggers nightcrawler nightmar nightowl nightwin nightwish nike nikita
nikitos nikki1 nikola nikolai nikolay nikon nimbus nimitz nimrod nineball nineinch niners ning ninja ninja1 ninjas nintendo nipper nipple
nipples nirvan nirvana nirvana1 nissan nissan1 nitram nitro nittany nocturne nofear nogard nokia nokia1 nokia123 nokia5130 nokia5230
nokia5530 nokia5800 nokia6233 nokia6300 nokian73 noles1 nolimit nomad nomore noname noname123 nondriversig nong nonstop noodle noodles
nookie nopass nopassword normandy norwich nosferatu nostromo not4you notebook nothing1 notnow notredam notused nounours novell noway
nthvbyfnjh ntktajy ntktdbpjh nuan nude nudes nudist nudity nugget nuggets number1 nurlan nutella nutmeg nuttertools nwo4life nygiants
nyjets nylons nymets nympho oakland oaktree oasis oasis1 oatmeal obelix oberon obiwan oblivion obsidian oceans ocelot octopus odin odyssey
oedipus offroad ohmygod ohshit ohyeah oicu812 oilers oksana olcrackmaster oldfart oldman oleg olemiss olenka olesya oliver oliver1 olivier
olympus omega omega1 omegared onelove onetime onetwo onion onions online onlyme onlyone ontheoutside opendoor openit openme opennow openup
operator opiate optima optimist optimus optiplex opus oracle orang orange orange1 oranges orchard orchid oreo orgasm orgasms orgy orient
orioles orion orion1 orpheus orwell oscar1 oscars osiris osprey othello otter ou812 ou8122 ou8123 outback outkast outlaw outlaws outsider
overkill overlord ownage oxford oyster ozzie ozzy p0015123 p0o9i8 p0o9i8u7 p4ssw0rd pa55w0rd pa55word pacers pacino packard packer packers
packers1 pacman paco paddle paddy padres paintbal paintball paisley pajero pakista pakistan paladin paladin1 pallmall palmtree paloma
pamel panache panama panasoni panasonic pancake pancho panda panda1 pandas pandora pang panhead panorama panter pantera pantera1 panther
panther1 panthers panties pantyhos panzer paolo papabear papamama paperino papillon papit papito paradigm paradise paradox paragon
paraklast1974 paramedi paramore paris1 parkour parlament parol parola parrot partizan pasadena pascal pass pass1 pass12 pass123 pass1234
passat passcode passfan passion passmast passme passord passport passw0rd passwd passwor passwor1 password password01 password1 password11
password12 password123 password1234 password2 password9 password99 passwords passwordstandard passwort pasword patches patches1 pathfind
patric patrici patrick1 patrik patriot patriots patrizia paulie pavel pavement pavilion pavlik pavlov pavlova payday pdiddy pdtplf peace1
peach peaches peaches1 peachy peanu peanut peanut1 peanutbutter peanuts pearl1 pearljam pearls peavey pebble pebbles pecker peddler
peekaboo peeper peewee pegasus pegasus1 pelican pencil pendejo penetration peng penguin penguin1 penguins penis penis1 pennstat penny1
pennywis penthous pentium pepito peppe pepper pepper1 pepsi pepsi1 perfect1 persik persona pertinant pervert peter1 peterbil peterpan
petite petrov petrova petrovich petrus petunia peugeot phantom phantom1 pharao pharmacy phat pheonix phialpha philipp philippe philips
phillies philly phish phish1 phishy phoeni phoenix phoenix1 photo1 photon photos phpbb phreak pian pianoman pianos piao picard picasso
piccolo picher pickle pickles pickup pics pictere pictuers picturs piercing pietro pigeon piggies piggy piglet pigpen pikachu pillow
pilot1 pimp pimpdadd pimpdaddy pimpin pimping pinball pineappl pineapple pinetree ping pingpong pingvin pinhead pink pinkfloy pinkfloyd
pinky pinky1 pinnacle pioneer pioner pipeline piper1 pippen pippen33 pippo piramida pirate pirates pisces pisser pissing pissoff pistol
piston pistons pitbull pitchers pixies pizdec pizza pizza1 pizzahut pizzaman pizzas pjkjnj placebo placid planet planeta planner plasma
plastic plastics platinum plato platon platypus playa playball playboy playboy1 playboy2 player player1 playmate playstat playstation
playstation2 playstation3 playtime please1 plokij ploppy plumber pluto plymouth pobeda poison poiuyt poiuytrewq pokemo pokemon pokemon1
poker1 pokey polaris police polina pollux polniypizdec0211 polniypizdec110211 polo polska pommes pompey poncho pong pontiac pontiac1 pony
poobear poochie poodle pooh poohbear pookey pookie pooky pool6123 poontang poop poop123 pooper poophead poopie poopoo poopy pooter popcorn
popcorn1 popeye popova popper poppie poppy poppy1 poptart porkchop porn porn4me pornking porno porno1 pornographic pornos pornstar porsche
porsche1 porsche9 porsche911 porshe portland portugal poseidon possum postal postman potato pothead pounded powder power1 power123
powerman praxis preacher precious predator prelude prelude1 premium presario presiden presto pretzel primus princ prince prince1 princes
princesa princess princess1 princeto pringles printer prissy privat private private1 privet priyanka pro100 probes prodigy prophet prosper
prosto proton proview prowler proxy prozac psycho ptybnxtvgbjy puck puddin pudding puddles puffer puffin puffy pufunga7782 pugsley pulsar
pumper pumpkin pumpkin1 pumpkins punani punisher punkass punker punkin punkrock punksnotdead pupkin puppies puppy puppy1 puppydog pupsik
purdue purpl purple purple1 pushkin pushok puss pussey pussie pussies pusssy pussy pussy1 pussy123 pussy2 pussy4me pussy69 pussycat
pussyeat pussylover pussyman pussys pusyy putter pyon pyramid pyramid1 python q11111 q12345 q123456 q1234567 q123456789 q1q2q3 q1q2q3q4
q1q2q3q4q5 q1w2e3 q1w2e3r q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 q2w3e4 q2w3e4r5 qawsed
qawsedrf qawsedrftg qawsedrftgyh qaywsx qaz123 qaz123wsx qaz123wsx456 qaz741 qazqaz qazws qazwsx qazwsx1 qazwsx12 qazwsx123 qazwsxed
qazwsxedc qazwsxedc1 qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb qazxcv qazxsw qazxsw123 qazxswedc qazxswedc123 qazxswedcvfr qazzaq qian
qiang qiao qing qiong qpalzm qq123456 qqq111 qqqqq1 qqqwww qqwwee quake quake3 quaker quan quant4307s quantum quartz quasar quattro queen1
queens quest quest1 qw123456 qwaszx qwaszx12 qwaszxerdfcv qwe123 qwe123qwe qwe321 qweasd qweasd123 qweasdzx qweasdzxc qweasdzxc123 qwedsa
qwedsazxc qweqwe qwer12 qwer123 qwer1234 qwerasdf qwerasdfzxcv qwert qwert1 qwert123 qwert12345 qwert40 qwertasdfgzxcvb qwerty qwerty1
qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwerty13 qwerty7 qwerty78 qwerty99 qwertyasdfgh qwertyu
qwertyui qwertyuio qwertyuiop qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyytrewq qwertz r2d2 r2d2c3po rabbit rabbit1
rabbits rabota racecar racer racer1 racers racerx rachel1 racing radar1 radeon radio1 radiohea radiohead raduga ragnarok raiden raider
raiders raiders1 rainbow rainbow1 rainbow6 rainbows raindrop rainman rainyday raistlin ralph1 ralphie ramada rambler rambo rambo1 ramjet
rammstei rammstein ramones rampage ramrod ramses ramstein ramzes rancid random randy1 ranetki rang ranger ranger1 rangers rangers1 rapier
raptor rapture rapunzel rascal rasdzv3 rasmus rasputin rasta rasta69 rastaman ratboy ratman raven raven1 ravens rawhide raymond1 razor
razz rb26dett rbcekz rbhbkk rctybz rdfhnbhf reader realmadrid realtor reaper rebecca1 rebel rebel1 rebels rebelz reboot reborn reckless
recon red123 redalert redbaron redbird redbone redbull redcar reddevil reddog reddog1 reddwarf redeye redfish redfox redhat redhead
redheads redhot redleg redlight redline redman redneck redone redrose redrum reds redskin redskins redsox redsox1 redstar redstorm redwall
redwine redwing redwings redwood reebok reefer reeses reflex reggae rehbwf reload reloaded remingto renault renee1 renegade reng reptile
requiem rereirf rescue residentevil restart retard revival47 revoluti revolver reznor rfgbnjirf rfgecnf rfhbyf rfhfvtkmrf rfhfylfi
rfhlbyfk rfhnjirf rfnthbyf rfnthbyf1988 rfntymrf rfrfirf rfrnec rfvfcenhf rhbcnbyf rhfcfdbwf rhfcjnf rhfcjnrf rhino rhino1 rhinos rhjkbr
rhjrjlbk rhtdtlrj rhubarb ribbit ricard riccardo richar richard1 ricky1 riddler riffraff rightnow riley1 ringo ripken ripper ripple
riptide river1 riverrat riversid rjcvjc rjhjdf rjhjkm rjhjktdf rjirfrgbde rjitxrf rjntyjr rjycnfynby rktjgfnhf roadkill roadking roadrunn
roadrunner roadster roadway rober robert1 robin1 robocop robot robotech robotics rochard rocker rocket rocket1 rockets rockey rockford
rockhard rockie rockies rockin rocknrol rocknroll rockon rocks rockstar rocky1 rocky123 rocky2 rodent rodeo rodman roger1 rogue rogue1
rolex roller rollin rolltide roman1 romanov romans romario romashka romeo1 rommel ronald1 ronaldinho ronaldo rong roofer rookie rooster
roosters rootbeer rosebud rosebud1 rosewood rosie1 roswell rotary rotten route66 rover rovers rowdy royals royboy rrpass1 rt6ytere rtyuehe
ruan rubber rubble rubicon rudeboy rufus1 rugby1 rugger rugrat rugrats rulez rulezzz rumble runaway runescape runner rush2112 rushmore
ruslan russell1 russia russian7 rustam rusty1 rusty2 rustydog s12345 s123456 saab900 sabaka sabbath sabine sable sabre sabres sabrina1
sachin sadie1 safari safeway saffron sahara saibaba saigon sailboat sailing sailor saints sairam saiyan sakura salamander salami salasana
saleen sally1 salman salmon salomon salope salsero saltydog salvator sam123 samadams samanth samantha sambo samdog samiam samir samm
sammy1 sammy123 sammydog sammys samoht samson samsun samsung samsung1 samtron samue samuel1 samurai sancho sandiego sandman sandman1 sandr
sandra1 sandrine sandro sandy1 sanfran sanfrancisco sanity sanity72 sanjay sanjose santacru santafe santiag sapper sapphic sapphire sarah1
sarajevo saratoga sascha sasha1 sasha123 sashka saskia sassy sassy1 sasuke satan satan666 satana satchmo sativa saturn saun saun24865709
sauron sausage sausages savior saxman saxophon sayang scamper scania scanner scarab scarface scarlet schalke scheisse school1 schoolgirlie
schumi scirocco scoobie scooby scooby1 scoobydo scoobydoo scooter scooter1 scorpio scorpio1 scorpion scorpions scotch scotland scott1
scotts scotty scout scout1 scrabble scrapper scrappy scream screamer screwy screwyou scrotum scruffy scuba scuba1 scully seabass seabee
seadog seadoo seagull seahawks seahorse sealteam seamus searay seaside seattle seawolf sebastia sebora sebring secret secret1 security
sedona seductive seeker seemnemaailm segblue2 seinfeld sekret select selmer seminole semper semperfi senators seneca seng senna sensei
sentinel sentra sentry sephirot sephiroth septembe serega serenity sergbest serge sergei sergey sergi serpent sersolution server service1
sesame sestra seven7 sevenof9 sevens severin seville sex123 sex4me sex69 sexgod sexman sexo sexpot sexsex sextoy sexual sexx sexxx sexxxx
sexxxy sexxy sexy sexy1 sexy123 sexy69 sexybabe sexybitch sexyboy sexygirl sexylady sexymama sexyman sexyme sexyone sf49ers sfgiants shado
shadow shadow1 shadow12 shady shag shaggy shai shaker shakur shalom shaman shampoo shamrock shamus shane1 shaney14 shang shania shanno
shannon1 shao shaolin shark shark1 sharks sharky sharpie shasta shaved shawn1 shazam sheba1 sheeba sheepdog shei shelby shelby1 shemale
shen sheng sherlock shevchenko shibby shiloh shimano shimmer shiner shinigami shinji shinobi shitface shitfuck shithead shitter shitty
shocker shodan shogun shojou shonuf shooter shopper shorty shotgun shotokan shou showme showtime shredder shuai shuan shuang shui shun
shuo shurik shutup sickboy sidekick siemens sierra sierra1 sigma sigmachi sigmar silver silver1 silverad silverado silvi simba simba1
simon1 simple simple1 simpsons sinatra sinbad sinful singapor sinister sinned sinner sirius sissy sithlord sixers sixpack sixty9 sizzle
sk8ordie skate skateboard skater skeeter skeeter1 skibum skidoo skiing skillet skinhead skinny skins skipper skipper1 skippy skittles
skolko skorpion skunk skydive skydiver skyhawk skylar skylark skyler skyline skynet skywalke skywalker slacker slamdunk slammer slapnuts
slapper slappy slapshot slasher slava slave slave1 slavik slayer slayer1 sleeper sleepy slick slick1 slider slim slimjim slimshad
slimshady slinky slipkno slipknot slipper slippery sliver slonik slowhand slugger sluggo slut sluts sluttey slutty smackdow smackdown
smart1 smartass smarty smashing smeghead smegma smeller smelly smile1 smiles smiley smirnoff smirnov smirnova smith1 smiths smithy smitty
smoke smoke1 smoke420 smoker smokes smokey smokey1 smokie smokin smooch smooth smoothie smother smudge smurf smut snafu snake snake1
snakes snapon snapper snapple snappy snapshot snatch sneakers sneaky snicker snickers sniffer sniper sniper1 snooker snoop snoopdog
snoopdogg snoopy snoopy1 snowball snowbird snowboar snowboard snowflak snowflake snowman snowman1 snowy snuffy snuggles sobaka socce
soccer soccer1 soccer10 soccer11 soccer12 socrates sodapop softail softball softtail software sojdlg123aljg sokolova solace solaris soldat
soldier soleil solitude solnce solnishko sommer sonata songbird songoku sonic sonic1 sonics sonnenschein sonny1 sonoma sonora sony
sonyericsson sonyfuck sooners sooners1 sophi sophie sophie1 soprano sopranos sosiska soso123aljg soulfly soulmate southpar southpark
southpaw sowhat space1 spaceman spam spank spanker spanking spankme spanky spanky1 spanner sparhawk sparkle sparkles sparky sparky1 sparta
spartak spartan spartan1 spartans sparty spawn speaker special1 specialinsta specialk spectre spectrum speed1 speedo speedy spencer1
sperma sphinx spice spider spider1 spiderma spiderman spiderman1 spidey spiffy spike spike1 spiker spikes spikey spinner spiral spirit
spitfire splash spleen spliff splinter spock spock1 sponge spongebo spongebob spooge spook spooky spoons sporty spotty spring sprint
sprinter sprite sprocket sprout spud spunk spunky spurs spurs1 sputnik spyder sqdwfe squall squash squeak squerting squid squirrel squirt
squirts srinivas stalin stalker stallion standby stang stanislav stanley1 star star12 star123 star69 starbuck starbucks starcraf starcraft
stardust starfire starfish starfox stargate starligh starlight starlite starman starship start1 start123 starter startrek starwar starwars
starwars1 stasik static stayout stealth steaua steeler steelers stefano steffi stellar stepan steph stephani stephen1 stereo sterlin
sterva steve1 steven1 stewart1 stickdaddy77 stickman sticks sticky stiffy stigmata stiletto stimpy sting stinger stinger1 stingray stinker
stinky stinky1 stinkyfinger stitch stocking stocks stone1 stone55 stonecol stonecold stoned stones stonewal stoney stooge stooges stopit
stoppedby storm storm1 stormy stranger strap strat stratfor stratocaster stratus strawber strawberry streaming strelok strider strife
strike striker stripe striper stripper stroker stryker stubby stud studly studman stumpy stunner stupid stupid1 stylus suan subaru sublime
sublime1 submarin submit subway subzero succes success success1 suck suckcock suckdick sucker suckers suckit suckme suckmydick sucks suede
sugar sugar1 sugars sukebe sultan summe summer summer1 summer69 summer99 summit sunbeam sundance sunday sunderla sundevil sunfire sunflowe
sunflower sunkist sunlight sunny1 sunnyday sunrise sunset sunshin sunshine sunshine1 suntzu super super1 super12 super123 superb superbow
superfly superma superman superman1 supernov supernova supersonic supersta superstar supra surf surfer surfer1 surfing surfsup surveyor
survivor susan1 sushi susieq suslik suzuki sverige sveta svetik svetlana svoboda swallow swampy swatch sweeps sweet1 sweetnes sweetness
sweetpea sweets sweety swifty swimmer swimming swinger swingers swinging swoosh sword swordfis swordfish swords sydney sylveste syncmaster
synergy syracuse system1 systemofadown syzygy tabasco taco tacobell tacoma tadpole taekwondo taffy tahiti taichi tailgate taipan talisman
talon tamerlan tammy1 tampabay tangerin tango tango1 tanker tantra tanya1 tarakan tardis target tarheel tarheels tarpon tarzan tasha1
tasty tatarin tatjana tattoo tatyana taurus taxman taylo taylor1 tazman tazmania tazz tbird tbone tdutybq tdutybz teacher teacher1 teapot
teaser technics techno teddy1 teddybea teddybear teen teens teensex tekken telecom telefon telephon temp temp123 tempest templar temppass
temppassword temptress tenchi teng tennesse tennis tennis1 tequier tequiero tequila terefon terminat terminator termite terran terrapin
terrier terror terry1 test test1 test12 test123 test1234 tester testing testing1 testpass tetris tetsuo texaco texans texas1 thailand
thanatos thankyou thanos thatsme thebear thebeast thebest theboss theboys thecakeisalie thecat thecrow thecure thedog thedon thedoors
thedude theduke theend theforce thegame thegreat thekid theking theman theone therock therock1 thesims thething thetruth thewho thierry
thirteen thisisit thoma thomas1 thong thongs thor threesom thuglife thumbnils thumbs thumper thumper1 thunder thunder1 thunderb thx1138
tiamat tian tiao tiberian tiberius tiburon tical ticketmaster tickle tickler tickling ticklish ticktock tictac tiffany1 tiger tiger1
tiger123 tiger2 tigercat tigers tigers1 tigge tigger tigger1 tigger2 tights timber timelord timeout timosha timothy1 timoxa94 timur ting
tinker tinkerbe tinkerbell tinman tintin tipper tippy tiptop titan titanic titanium titans titfuck titleist titman tits titten titties
titts titty tkbpfdtnf tkfkdg toaster toasty tobydog today1 toejam toffee tokiohotel tolkien tom123 tomahawk tomato tomcat tommy1 tommyboy
tonto toocool toohot toolbox toolman toomuch toon toonarmy tootie tootsie topaz topcat topdog topgun tophat topher topolino topper
topsecret topspin toriamos torino tornado toronto torrent tortoise tortuga toshiba tosser totoro tottenha tottenham toulouse toyota tracer
tracker tractor tracy1 trader trailers trainer traktor tralala trample trance tranny transam transexual translator trapper travel traveler
travis1 treasure treble trebor treefrog treetop trek trfnthbyf triangle tricky trident trigger trigun trinitro trinitron trinity trinity1
tripleh triplets triplex tripod tripper triton triumph trixie trojan trojans troll trombone trooper trooper1 trouble trouble1 trousers
trout1 truck truck1 trucker trucking trucks trueblue truelove truffles trumpet trumpet1 trunks trustme trustno trustno1 tsunami tucson
tuesday tugboat tujhrf tulip tulips tunafish tundra tuning tupac turbo turbo1 turbos turk182 turkey turkey50 turnip turtle turtle1 turtles
tuscl tuxedo tweety twiggy twilight twinkie twinkle twins2 twisted twister tycoon tyler1 typhoon tyrant tyson1 udacha ufkbyf ultima
ultimate ultra umbrella umpire uncencored undead underdog undertak undertaker undertow unicorn universa unreal uptown upyours uranus
urlaub ursitesux usa123 usarmy username usmarine usmc usnavy usuckballz1 utahjazz utjhubq utopia vacation vader vader1 vadim vagabond
vagina valentin valentina valera valeriya valhalla valkyrie valleywa vampir vampire vampire1 vancouve vandal vaness vanessa1 vangogh
vanguard vanhalen vanilla vantage vanyarespekt varvara vasilisa vasiliy vauxhall vbhevbh vbienrf vbifyz vbkfirf vector vectra vedder
vegas1 vegeta vegitta vegitto vehpbr velvet vendetta venera venom verbatim veritas verizon vermont veronic veronika versace vertigo
verygood vette vette1 vfcnth vfczyz vfhbirf vfhbyf vfhbyfvfhbyf vfhbyjxrf vfhecz vfhnsirf vfhufhbnf vfhujif vfibyf vfitymrf vfksirf
vflfufcrfh vfndtq vfntvfnbrf vfpfafrf vfrcbv vfrcbvrf vfrcbvvfrcbv vfvekz vfvfgfgf vfvfvskfhfve vfvjxrf vgirl vh5150 viagra victori
victory victory1 video1 videoes vides viewsoni viewsonic viking viking1 vikings vikings1 viktor viktoria viktoriya vincent1 vintage
violator violetta violin viper viper1 vipergts vipers virago virgin virginie virgo visa vision vitalik vitamin vivid vivitron vixen vjcrdf
vjkjrj vjqgfhjkm vkontakte vlad vladik vladimir vladimirovna vladislav vodafone volcom volkov volkswag volkswagen volley volleyba voltron
volvo volvo1 voodoo vorlon vorona vortex voyager voyager1 voyeur vqsablpzla vsegda vsjasnel12 vtldtlm vulcan vulva w00t88 wachtwoord
waffenss waffle wakeup walleye wally1 walmart walnut walrus wanderer wanker wanking wannabe wanrltw wapbbs warcraft warcraft3 wareagle
warez warhamme warhammer warhammer40k warlock warlord warrior warrior1 warriors warthog wasabi washingt wasser wassup watcher water1
waterboy waterfal waterloo waterski watford wayne1 wazzkaprivet wazzup wdtnjr wdtnjxtr weare138 weasel webcam webhompas webmaste webmaster
websol76 websolutions websolutionssu webuivalidat wednesda weed weed420 weenie weezer weihnachtsbau weihnachtsbaum welcom welcome welcome1
welcome2 welder welkom wellingt wendy1 weng werder werdna werewolf werter wertzu westham westside westwood wetpussy wetter wg8e3wjf whales
whateve whatever whatsup whatthe whatup wheels whiplash whiskers whiskey whisky whisper whistler white1 whiteboy whiteout whitesox whitey
whocares whoknows whore whores whosyourdaddy whynot wibble wiccan wicked widget wifes wifey wildbill wildcard wildcat wildcats wildfire
wildman wildone wildwood willem willi william1 willie1 willow willy1 windmill windows windows1 windsor windsurf wingchun wingman wingnut
wingzero winner winner1 winston winston1 winter winter1 winter99 wisdom wiseguy wishbone wizard wizard1 wizards wizzard wolf359 wolfen
wolfgang wolfie wolfman wolfpac wolfpack wolverin wolverine wolves wolvie womam womans wombat wonderboy wonderfu woodie woodland woodstoc
woodstock woodwork woody woody1 woofer woofwoof woohoo wookie wordpass wordup wormix wp2003wp wraith wrangler wrench wrestle wrestlin
wrinkle1 wrinkles wsxedc wsxzaq wutang www123 wxcvbn wyvern xanadu xantia xavier xbox360 xerxes xfiles xian xiang xing xtreme xxx123
xxx666 xxx777 xxxp455w0rd5 xxxpass xxxxxx1 xxxzzz xyz123 xyzzy yamaha yamaha1 yamahar1 yamato yankee yankee1 yankees yankees1 yankees2
yaroslav ybrbnf ybrjkfq yeahbaby yello yellow yellow1 yeshua yessir yfcntyf yfcntymrf yfnfif yfnfirf yfnfitymrf yfnfkb yfnfkmz yinyang
yitbos yjdsqgfhjkm yoda yogibear yomama yorkie yosemite yoshi youknow young1 yourmama yourmom yousuck yoyoma ytngfhjkz ytrewq yugioh yummy
yzerman z12345 z123456 z1x2c3 z1x2c3v4 z1x2c3v4b5 z1x2c3v4b5n6m7 zachary1 zalupa zang zanzibar zaphod zappa zapper zaq123 zaq12345
zaq12wsx zaq1xsw2 zaq1xsw2cde3 zaqwsx zaqwsxcde zaqwsxcderfv zaqxsw zaqxswcde zaraza zardoz zarina zasada zcfvfzkexifz zealots zebra
zebras zeng zenith zephyr zeppelin zerocool zeus zhai zhao zhei zheng zhjckfd zhong zhou zhuai zhuang zhui zhun zhuo zidane ziggy ziggy1
zigzag zildjian zinger zipper zippo zippy zippy1 zodiac zoloto zombie zong zoomer zorro zorro1 zqjphsyf6ctifgu zuan zulu zvezda zxasqw
zxasqw12 zxc123 zxcasd zxcasdqwe zxcasdqwe123 zxccxz zxcv123 zxcv1234 zxcvasdf zxcvb123 zxcvb12345 zxcvbn zxcvbn123456 zxcvbnm zxcvbnm1
zxcvbnm123 zxcvbnm123456789 zyjxrf zzxxcc zzz111 zzzxxx
`
    .trim()
    .split(/\s+/),
);
