/**
 * Words of placeholders, in lower case without accents. A text that consists only of these words is a placeholder if
 * one of them is decisive: `System Serial Number`, `serial number not available`, `kein Eintrag`.
 */
type Words = {
  /** Words that name a field or say that a value is missing. */
  decisive: string
  /** Words that appear beside those and mean nothing alone. */
  accompanying: string
}

export const languages: Record<string, Words> = {
  english: {
    decisive: `serial serialno sernum serno sn number numb num no not non nonumber asset tag sku version manufacturer
      manufacture vendor name uuid guid id config part product model family string value code label default unknown
      unknow none null empty undefined unspecified uninitialized uninitialised unprogrammed unassigned unavailable unset
      unidentified unregistered undetermined invalid missing blank tbd tba void dummy unkown reserved placeholder filled fill oem`,
    accompanying: `system sys base board baseboard bboard mainboard motherboard chassis enclosure module memory dimm bios odm
      computer pc machine server device hardware unit platform disk drive battery company customer original equipment
      mb mlb type1 type2 type3 slot socket processor field info information data more to be is was in by the of for this
      that and or please enter insert input set your my here yet available applicable specified provided present installed defined
      define settable assigned programmed initialized initialised supported known found used required configured read
      readable recorded entered given populated inserted detected implemented test sample example demo factory mfg mfr nr left intentionally only`,
  },
  german: {
    decisive: `unbekannt unbekannter unbekannte keine kein leer nicht seriennummer standardzeichenfolge standardwert
      ungultig undefiniert inventarnummer hersteller seriennr auszufullen ausgefullt auszufullend`,
    accompanying: `verfugbar angegeben vorhanden festgelegt definiert gesetzt zutreffend eintrag angabe angaben wird werden belegt vom
      von durch zu gerate gerat systems`,
  },
  french: {
    decisive: `inconnu inconnue aucun aucune pas vide numerodeserie nonspecifie nonrenseigne indisponible indefini remplir
      chainepardefaut pardefaut fabricant`,
    accompanying: `disponible specifie specifiee defini definie renseigne renseignee applicable a completer par l le la du de
      systeme constructeur etre rempli`,
  },
  spanish: {
    decisive: `desconocido desconocida ninguno ninguna vacio sin numerodeserie predeterminado predeterminada
      cadenapredeterminada pordefinir fabricante rellenar`,
    accompanying: `disponible especificado especificada definido aplicable asignado numero serie del sistema por el ser asignar especificar
      rellenado cadena completar`,
  },
  italian: {
    decisive: `sconosciuto sconosciuta nessuno nessuna vuoto numerodiserie predefinito predefinita stringapredefinita
      produttore compilare`,
    accompanying: `disponibile specificato specificata definito applicabile assegnato numero di serie sistema stringa da
      compilato dal`,
  },
  portuguese: {
    decisive: `desconhecido desconhecida nenhum nenhuma vazio nao sem numerodeserie padrao preencher`,
    accompanying: `disponivel especificado definido aplicavel preenchido pelo sequencia informado`,
  },
  dutch: {
    decisive: `onbekend onbekende geen leeg niet serienummer standaardtekenreeks standaard fabrikant`,
    accompanying: `beschikbaar opgegeven gespecificeerd ingevuld gedefinieerd ingesteld toepassing van`,
  },
  nordic: {
    decisive: `okand okant ukendt ukjent tuntematon ingen inget saknas mangler tom tomt ej ikke inte serienummer
      sarjanumero tyhja ei`,
    accompanying: `tillganglig tillgangligt tilgjengelig tilgængelig tilgaengelig angiven angivet angitt specificeret
      specificerad definierad saatavilla maaritetty ole`,
  },
  polishAndCzech: {
    decisive: `nieznany nieznana brak nie bez numerseryjny pusty neznamy neznama zadny zadne neni serivecislo seriovecislo
      vyrobnicislo domyslny vychozi`,
    accompanying: `dostepny dostepne okreslono podano zdefiniowano dispozici zadano uvedeno k numeru seryjnego`,
  },
  hungarianAndTurkish: {
    decisive: `ismeretlen nincs nem ures sorozatszam gyariszam alapertelmezett bilinmiyor yok bos degil serinumarasi
      serino varsayilan`,
    accompanying: `megadva elerheto mevcut belirtilmemis belirtilmedi tanimlanmamis dize kullanilamiyor`,
  },
  russian: {
    decisive: `неизвестно неизвестен неизвестныи нет отсутствует не пусто серииныиномер серииныи номер поумолчанию
      заполняется`,
    accompanying: `данных указано указан определено определен доступно доступен задано задан системы производителем строка`,
  },
  chinese: {
    decisive: `未知 无 無 没有 沒有 空 默认 默認 預設 缺省 未指定 未设置 未設定 未定义 未定義 未提供 不可用 不适用 不適用 不详 暂无 序列号
      序列號 序號 资产标签 資產標籤 型号 型號 待填写 待填寫 填写 填寫 字符串 字串 制造商 製造商`,
    accompanying: `系统 系統 主板 主機板 机箱 機箱 产品 產品 由 厂商 廠商 编号 編號 值 请 請 信息`,
  },
  japanese: {
    decisive: `不明 なし 無し 未設定 未指定 未定義 未入力 未登録 該当なし 利用不可 空白 規定の文字列 既定の文字列 既定 シリアル番号 製造番号
      シリアルナンバー 資産タグ`,
    accompanying: `システム マザーボード シャーシ 製品 番号 値 文字列`,
  },
  korean: {
    decisive: `알수없음 없음 미지정 미설정 지정되지않음 사용할수없음 사용불가 해당없음 비어있음 기본문자열 기본값 일련번호 시리얼번호 자산태그`,
    accompanying: `시스템 메인보드 제품 번호`,
  },
}

/** Whole values, in lower case without punctuation, that firmware and drivers write instead of an identifier. */
export const fillerSerials = `eval evaluation iatpass tulipcomputers badindex outofspec xyz abc abcd test testing sample
  demo example foo bar foobar asdf asdfgh asdfghjkl qwer qwerty qwertz qwertyuiop standard generic prototype
  engineeringsample sn123456fvgv3i0b8o5n6n7k 123456789000 ssn123456789 4294967295 fixme changeme todo deadbeef cafebabe
  na nil nv ka xx yes true false error failed fail unspec`

/** Host names of images and factory settings, in lower case without punctuation. */
export const fillerNames = `localhost localhostlocaldomain localdomain ubuntu debian raspberrypi raspberry unknown
  unknownhost none null undefined empty default defaultname switch router hostname myhostname yourhostname noname
  notset notavailable notspecified notdefined na computer computername tobefilledbyoem defaultstring
  iphone ipad ipod ipodtouch android androidphone macbook macbookpro macbookair imac macmini`
