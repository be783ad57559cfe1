"""Frequent given names and family names. They are evidence only where a key or a cue is vague:
under ``name`` alone, a product is more frequent than a person."""

from __future__ import annotations

from fixture_lint.detectors.personal.matches import word_set

_LATIN = """
aaron abdul abigail adam adrian adriana agnes ahmad ahmed aisha alan albert alejandra alejandro
alena alessandro alex alexander alexandra alexei alexey alexis alfred ali alice alicia alina
alison allison alyssa amanda amber amelia amina amir amy ana anastasia andre andrea andreas andrei
andres andrew andrey angela angelica anil anita ann anna anne annette annie anthony anton antonio
anya arjun arnold artem arthur artur asha ashley astrid audrey aurelie austin ava barbara beatrice
beatriz ben benedikt benjamin bernard bernd beth betty birgit bob bogdan boris bradley brandon
brenda brian bridget bruce bruno bryan caleb camille carl carla carlos carmen carol carolina
caroline carolyn carrie catalina catherine cecilia cedric celine chandra charles charlotte chen
cheryl chiara chloe chris christian christina christine christoph christopher claire clara claudia
clemens colin connor craig cristina cynthia damian dan daniel daniela danielle dariusz darius
daria dario darya david deborah deepak delphine denis denise dennis derek diana diane diego dieter
dimitri dinesh dirk dmitri dmitriy dmitry dolores dominic dominik donald donna doris dorothy
douglas dylan edith edmund eduardo edward egor ekaterina elena eleanor elias elif elisa elizabeth
elke ella ellen elsa emilia emily emma emmanuel enrique eric erik erika ernest esther ethan eugene
eva evan evelyn evgeny fabian farah fatima federico felipe felix fernanda fernando fiona florence
florian frances francesca francesco francisco francois frank franz frederic fredrik friedrich
gabriel gabriela gabriele galina gareth gary gavin geoffrey george georgia gerald gerard gerhard
gianluca gilles giorgio giovanni giulia gleb gloria gordon grace greg gregory guillaume gunther
gustavo hamza hana hannah hans harald harold harry hassan heather hector heidi heike heinrich
helen helena helga henri henrik henry herbert hiroshi holger howard hugo hussein ian ibrahim igor
ilya imran ines inga ingrid irene irina isaac isabel isabella ivan ivana jack jackson jacob
jacqueline jacques jakub james jamie jan jana jane janet janice jasmine jason javier jean jeanne
jeff jeffrey jennifer jens jeremy jerome jessica jesus jill jim joan joanna joao joe joel johan
johanna johannes john johnny jonas jonathan jordan jorge jose josef joseph joshua joyce juan juana
judith judy julia julian juliana julie julien juliette jun jurgen justin kamil kamila karen karim
karin karl karolina katarina kate katerina katharina katherine kathleen katie katja katrin kavita
keith kelly ken kenji kenneth kevin khalid kim kimberly kirill klaus konstantin kristen kristin
kristina krzysztof kumar kurt kyle lakshmi larry lars laura lauren laurent lea leah lee leila lena
leo leon leonardo leonid lewis liam lidia liliana lillian lina linda lisa liu ljudmila logan lois
lorenzo lorraine louis louise luca lucas lucia lucie lucy luis luisa lukas luke lydia lynn maciej
madison magdalena mahmoud maja malik manuel manuela marc marcel marcela marcin marco marcus
margaret margarita margot maria mariam mariana marianne marie marina mario marion marisa markus
marta martha martin martina mary maryam mateo mathias mathieu matteo matthew matthias maurice max
maxim maxime megan mehmet mei melanie melissa mercedes mia michael michal michel michele michelle
miguel mikhail mila milan mira mitchell mohamed mohammad mohammed moritz muhammad mustafa nadia
nadine nancy naomi natalia natalie natasha nathalie nathan neha neil nicholas nick nicola nicolas
nicole nikhil nikita nikolai nikolaj nils nina noah noemi nora norman nuria olga oleg oliver
olivia olivier omar oscar oskar otto pablo paola paolo pascal patricia patrick paul paula pauline
pavel pedro peggy peter petra philip philipp philippe phillip pierre pilar piotr polina priya
rachel rafael rahul raj rajesh ralf ralph ramon randall randy raquel raul ravi raymond rebecca
regina renata rene ricardo richard rita robert roberta roberto robin rodrigo roger roland roman
ronald rosa rosemary roxana roy ruben ruslan russell ruth ryan sabine sabrina sally salvatore sam
samantha samuel sandra sandrine sanjay santiago sara sarah scott sean sebastian sergei sergey
sergio shannon sharon sheila shirley siegfried silvia simon simona simone sofia sonia sonja sophia
sophie stacy stanislav stefan stefania stefanie stella stephan stephanie stephen steve steven
stuart sunil suresh susan susanne suzanne svetlana sven sylvia sylvie tamara tanja tanya tatiana
tatyana teresa terry thea theodore theresa thibault thierry thomas tiffany tim timothy tina tobias
todd tom tomas tomasz toni tony tracy tristan tyler ulrich ursula uwe vadim valentina valeria
valerie vanessa vasily vera vernon veronica veronika victor victoria vijay viktor viktoria vincent
viola virginia vitaly vladimir vladislav walter wanda wayne wei wendy werner wilhelm william
wolfgang xavier yana yasmin yulia yuki yuri yusuf yvonne yves zachary zoe zofia
"""
_CYRILLIC = """
александр александра алексей алена алёна алина алиса алла анастасия анатолий андрей анна антон
арина артем артём артур богдан борис вадим валентин валентина валерий валерия варвара василий
василиса вера вероника виктор виктория виталий владимир владислав вячеслав галина георгий герман
глеб григорий давид дарья денис диана дмитрий евгений евгения егор екатерина елена елизавета жанна
зинаида зоя иван игорь илья инна ирина камила карина кира кирилл константин ксения лариса лев
леонид лидия любовь людмила максим маргарита марина мария марк матвей михаил надежда наталия
наталья никита николай нина оксана олег олеся ольга павел петр пётр полина раиса регина роман
руслан светлана семен семён сергей снежана софия софья станислав степан тамара тарас татьяна тимофей
тимур ульяна федор фёдор эдуард элина эльвира юлиана юлия юрий яков яна ярослав
"""
_HAN = """
王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈
姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤
陳張劉楊黃趙吳孫馬鄭謝許韓馮鄧蔣葉蘇呂盧鍾譚陸賈韋鄒龍賀顧錢嚴湯
"""
GIVEN = word_set(_LATIN + _CYRILLIC)
"""Given names, casefolded, as English, Russian, German, French, Spanish, Italian, Polish, Arabic
and Indian texts spell them."""

FAMILY = frozenset("".join(_HAN.split()))
"""Chinese family names of one character."""

FAMILY_OF_TWO = word_set("欧阳 上官 司马 诸葛 夏侯 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 歐陽 諸葛")
"""Chinese family names of two characters."""
